// Why a command was refused, as text.

package struct RefusalViewModel: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    /// The field's path: `items[0].sku`.
    package let field: String
    /// What is wrong with it, for programs: `blank`.
    package let code: String
    package let message: String

    package init(field: String, code: String, message: String) {
      self.field = field
      self.code = code
      self.message = message
    }
  }

  /// What was wrong, for programs: `order-has-payments`.
  package let code: String
  package let message: String
  /// The fields that are to blame, in the order of the form.
  package let fields: [Field]
  package let hint: String

  package init(code: String, message: String, fields: [Field], hint: String) {
    self.code = code
    self.message = message
    self.fields = fields
    self.hint = hint
  }
}
