// Reads one field of an order without decoding the others: conditions ask for a few of them after every entry. What is
// skipped isn't checked, so only in an order that `verify` rejects may this find what decoding all of them wouldn't.

extension OrderFields {
  private enum Sought {
    /// The value is next.
    case value(JSONReader)
    case missing
    /// The fields must be decoded to find it.
    case unclear
  }

  private func seek(_ field: OrderField) -> Sought {
    guard case .kept = form, let key = field.row.recordedKey else { return .unclear }
    var json = JSONReader(storage, in: members.bounds, profile: .anyOrder)
    // Members after the items are near the end.
    if field.rawValue > OrderField.items.rawValue, json.findMemberFromEnd(key) {
      return json.isAtNull ? .missing : .value(json)
    }
    return switch json.findMember(key) {
    case .found: json.isAtNull ? .missing : .value(json)
    case .missing: .missing
    case .unclear: .unclear
    }
  }

  /// A text as a value that shares the bytes, without a `String`; nil if it is absent or removed.
  public func text(_ field: OrderField) -> Text? {
    switch seek(field) {
    case .missing: return nil
    case .value(var json): if let range = try? json.text() { return Text(storage, range) }
    case .unclear: break
    }
    return values(of: FieldSet(field)).text(field)
  }

  /// An amount, in minor units.
  public func amount(_ field: OrderField) -> Amount {
    switch seek(field) {
    // An amount that is absent is 0.
    case .missing: return 0
    case .value(var json): if let amount = try? json.integer() { return Amount(amount) }
    case .unclear: break
    }
    return values(of: FieldSet(field)).amount(field)
  }

  /// The items one after another, as far as they can be read.
  var itemValues: ItemReader {
    switch seek(.items) {
    case .missing: return ItemReader(.empty, in: storage)
    case .value(var json):
      if let range = try? json.stepOver() { return ItemReader(TextRange(range), in: storage) }
    case .unclear: break
    }
    return values(of: FieldSet(.items)).items
  }
}
