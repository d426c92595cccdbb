// The catalogue as snapshots have it: JSON, because there is one.

/// The number of methods in the catalogue.
public struct CatalogueRow: BitwiseCopyable, Sendable {
  fileprivate let count: UInt64
}

extension Catalogue: SnapshotDecider {
  /// The number of methods; the bytes are the methods as JSON.
  public static func row(of state: ShippingMethods, addingTo bytes: inout [UInt8]) -> CatalogueRow {
    let methods = state.all.map { method in
      JSONValue.array([
        .string(String(method.code)), .string(String(method.name)), .boolean(method.isRetired),
      ])
    }
    var writer = JSONWriter()
    JSONValue.array(methods).writeJSON(to: &writer)
    writer.withBytes { bytes.append(contentsOf: $0) }
    return CatalogueRow(count: UInt64(methods.count))
  }

  /// The methods that were kept.
  public static func state(_ row: CatalogueRow, _ bytes: UnsafeRawBufferPointer) -> ShippingMethods?
  {
    guard
      case .array(let values)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
      values.count == row.count
    else { return nil }
    var methods = ShippingMethods(all: [])
    for value in values {
      guard case .array(let parts) = value, parts.count == 3, case .string(let code) = parts[0],
        case .string(let name) = parts[1], case .boolean(let isRetired) = parts[2]
      else { return nil }
      var method = ShippingMethod(code: Text(code), name: Text(name))
      method.isRetired = isRetired
      methods.all.append(method)
    }
    return methods
  }
}
