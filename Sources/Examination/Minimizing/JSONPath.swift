// A place in a JSON tree, to change the value there.

/// Keys of objects and, as decimal numbers, places in lists, from the outside inwards.
struct JSONPath {
  let keys: [String]

  init(_ keys: [String]) { self.keys = keys }

  func appending(_ key: String) -> JSONPath { JSONPath(keys + [key]) }
}

extension JSONValue {
  /// The value at a place; nil if there is no such place. Setting a value that doesn't exist does
  /// nothing.
  subscript(path: JSONPath) -> JSONValue? {
    get { path.keys.reduce(self) { (value: JSONValue?, key: String) in value?.child(key) } }
    set {
      guard let newValue else { return }
      self = setting(newValue, at: path.keys[...])
    }
  }

  private func child(_ key: String) -> JSONValue? {
    guard let array else { return self[key] }
    return Int(key).flatMap { array.indices.contains($0) ? array[$0] : nil }
  }

  private func setting(_ value: JSONValue, at keys: ArraySlice<String>) -> JSONValue {
    guard let key = keys.first else { return value }
    guard let child = child(key) else { return self }
    let changed = child.setting(value, at: keys.dropFirst())
    if var array, let place = Int(key) {
      array[place] = changed
      return .array(array)
    }
    var object = self
    object[key] = changed
    return object
  }

  func replacing(_ numbers: [Int64: Int64]) -> JSONValue {
    switch self {
    case .integer(let number): .integer(numbers[number] ?? number)
    case .array(let elements): .array(elements.map { $0.replacing(numbers) })
    case .object(let members):
      .object(members.map { .init($0.key, $0.value.replacing(numbers)) })
    case .null, .boolean, .string: self
    }
  }
}
