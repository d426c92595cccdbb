// The flags and operands of the commands that track down a mistake.

import Terminal

extension Flags {
  static let judge = Flag(
    "run", .text(placeholder: "PROGRAM"), help: "The program that judges, as a line for the shell.")
  static let good = Flag(
    "good", .text(placeholder: "POSITION"),
    help: "A moment at which all is well, written as for --at elsewhere; start if left out.")
  static let bad = Flag(
    "bad", .text(placeholder: "POSITION"),
    help: "A moment at which something is wrong; end if left out.")
  static let pseudonymize = Flag(
    "pseudonymize", help: "Put tokens in the place of names and other personal texts.")
  static let keyFile = Flag(
    "key-file", .text(placeholder: "FILE", .file),
    help: "The key for that, 16 bytes or more: all that is in the file.")
  static let outputFile = Flag(
    "output", .text(placeholder: "FILE", .file),
    help: "Write into a new file instead of to standard output.")
}

extension Operands {
  static let stepOrder = Operand(
    "ORDER", .optional, Operands.listedOrders,
    help: "Step through this order's entries only.")
  static let ordersAndRange = Operand(
    "ORDER|A..B", .anyNumber, Operands.listedOrders,
    help: "The orders, all if left out; only entries behind position A and up to B.")
}
