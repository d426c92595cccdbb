// Questions to the person at the terminal. The end of the input means that they gave up.

/// Asks, and takes the end of the input for giving up.
///
/// Where the user can go back, the answers are kept: the caller begins again when ``wentBack`` is thrown, and gets the
/// answers up to the question before without the user being asked. So no question needs to know which one is before it.
package final class Questioner {
  private struct Answer {
    /// The subject of the question.
    let subject: String
    /// The answer; nil if the form had it, so that the user wasn't asked.
    let text: String?
  }

  static let givenUp = Failure(
    .interrupted, code: "given-up", "Cancelled; nothing was recorded.", hint: nil)
  /// The user wants to go back to the previous question. The questions begin again.
  package static let wentBack = Failure(
    .interrupted, code: "went-back", "Back to the question before.")

  private let prompt: any Prompt
  /// Tells that there is nothing to go back to; nil where the user can't go back.
  private var refuse: ((String) -> Void)?
  private var answers: [Answer] = []
  /// The number of answers that were given out since the questions began again.
  private var repeated = 0
  /// The answers to the question that is asked again, and to those after it.
  private var later: [Answer] = []
  package private(set) var hasGoneBack = false

  package init(prompt: any Prompt) { self.prompt = prompt }

  /// Whether the next answer is known already, so that the user needn't see the question.
  package var isRepeating: Bool { repeated < answers.count }

  /// Begins with questions that the user can go back among.
  package func begin(orRefuse refuse: @escaping (String) -> Void) {
    self.refuse = refuse
    (answers, repeated, later, hasGoneBack) = ([], 0, [], false)
  }

  /// A line, without white space around it.
  ///
  /// - Parameter subject: The subject of the answer, where other questions have the same text.
  package func line(
    _ question: String, about subject: String? = nil, suggesting suggestion: String? = nil
  ) throws(Failure) -> String {
    try answer(subject ?? question) { (earlier) throws(PromptError) in
      try prompt.ask(question, suggestion: earlier ?? suggestion)
    }
  }

  /// A line that doesn't show.
  ///
  /// - Parameter isKept: Whether an empty answer keeps what there is.
  package func secret(_ question: String, about subject: String, isKept: Bool) throws(Failure)
    -> String
  {
    try answer(subject) { (earlier) throws(PromptError) in
      let canKeep = isKept || earlier != nil
      let text = try prompt.askSecretly(question + (canKeep ? " (press Return to keep it)" : ""))
      return text?.isEmpty == true ? earlier ?? "" : text
    }
  }

  /// Whether a question can be left out because the form has the answer, until the user goes back to it.
  package func leavesOut(_ subject: String) -> Bool {
    if isRepeating, answers[repeated].subject == subject {
      guard answers[repeated].text == nil else { return false }
      repeated += 1
      return true
    }
    answers.removeSubrange(repeated...)
    guard !later.contains(where: { $0.subject == subject }) else { return false }
    answers.append(Answer(subject: subject, text: nil))
    repeated = answers.count
    return true
  }

  /// Whether the answer from before the user went back is suggested for a question.
  package func suggests(_ subject: String) -> Bool {
    !isRepeating && later.contains { $0.subject == subject && $0.text?.isEmpty == false }
  }

  /// Yes or no; without a suggestion one of them must be typed.
  package func confirm(
    _ question: String, about subject: String? = nil, suggesting suggestion: Bool?
  ) throws(Failure) -> Bool {
    var advice = ""
    while true {
      switch try line(
        advice + question + "? (y/n)", about: subject ?? question,
        suggesting: suggestion.map { $0 ? "y" : "n" }
      ).lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: advice = "Please answer y or n. "
      }
    }
  }

  /// Whether they say yes. Nothing, and the end of the input, is no.
  package func agrees(to question: String) throws(Failure) -> Bool {
    do throws(Failure) {
      return try confirm(question, suggesting: false)
    } catch {
      if error == Self.givenUp { return false }
      throw error
    }
  }

  /// Whether they type yes in full, as for what can't be undone. Anything else is no.
  func confirmsInFull(_ question: String) throws(Failure) -> Bool {
    do throws(Failure) {
      return try line("\(question)? Type yes to confirm").lowercased() == "yes"
    } catch {
      if error == Self.givenUp { return false }
      throw error
    }
  }

  /// - Parameter ask: Asks, with the answer from before the user went back.
  private func answer(
    _ subject: String, _ ask: (_ earlier: String?) throws(PromptError) -> String?
  ) throws(Failure) -> String {
    if isRepeating, answers[repeated].subject == subject, let text = answers[repeated].text {
      repeated += 1
      return text
    }
    // The question differs from before: another process has changed the store meanwhile.
    answers.removeSubrange(repeated...)
    let answered = takeLater(subject)
    let earlier = answered?.text.flatMap { $0.isEmpty ? nil : $0 }
    while true {
      let text = try trimmed(ask(earlier))
      guard text == "<", let refuse else {
        answers.append(Answer(subject: subject, text: text))
        repeated = answers.count
        return text
      }
      dropAnswers(about: subject)
      if let last = answers.last {
        dropAnswers(about: last.subject)
        later = [last] + (answered.map { [$0] } ?? []) + later
        repeated = 0
        hasGoneBack = true
        throw Self.wentBack
      }
      refuse("There is no question before this one.")
    }
  }

  /// The last answer about something, and the wrong ones before it.
  private func dropAnswers(about subject: String) {
    while answers.last?.subject == subject { answers.removeLast() }
    repeated = answers.count
  }

  /// The answer to a question, which is next unless answers before it have changed the questions.
  private func takeLater(_ subject: String) -> Answer? {
    guard let index = later.firstIndex(where: { $0.subject == subject }) else { return nil }
    let answer = later[index]
    later.removeSubrange(...index)
    return answer
  }

  private func trimmed(_ ask: @autoclosure () throws(PromptError) -> String?) throws(Failure)
    -> String
  {
    guard let line = try Failure.of(PromptError.self, ask(), Failure.init) else {
      throw Self.givenUp
    }
    return String(line.trimmed)
  }
}
