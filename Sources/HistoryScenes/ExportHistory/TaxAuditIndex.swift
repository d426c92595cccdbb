// The description of a folder of tables for the import programs of German tax auditors: `index.xml` of the standard for
// handing over data on media (BMF, "Information zum Beschreibungsstandard", of 1 August 2002 and 1 September 2004), which
// GoBD still names, and the document type that it refers to.

enum TaxAuditIndex {
  static let name = "index.xml"
  static let documentTypeName = "gdpdu-01-09-2004.dtd"

  /// - Parameter title: The name of the medium.
  static func bytes(of tables: [TableHead], titled title: String) -> [UInt8] {
    var xml = XMLWriter()
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE DataSet SYSTEM \"")
    xml.raw(Array(documentTypeName.utf8))
    xml.raw("\">\n<DataSet>\n")
    xml.element("Version", text: "1.0")
    xml.raw("<Media>\n")
    xml.element("Name", text: title)
    for table in tables { write(table, to: &xml) }
    xml.raw("</Media>\n</DataSet>\n")
    return xml.bytes
  }

  /// A table as `CSVWriter` writes it for databases, after its headings.
  private static func write(_ table: TableHead, to xml: inout XMLWriter) {
    xml.raw("<Table>\n")
    xml.element("URL", text: CSVTables.file(of: table))
    xml.element("Name", text: table.name)
    xml.element("Description", text: table.meaning)
    xml.raw("<UTF8/>\n")
    xml.element("DecimalSymbol", text: ".")
    xml.element("DigitGroupingSymbol", text: ",")
    xml.raw("<Range>\n")
    xml.element("From", text: "2")
    xml.raw("</Range>\n<VariableLength>\n")
    xml.element("ColumnDelimiter", text: ",")
    xml.element("RecordDelimiter", text: "\r\n")
    xml.element("TextEncapsulator", text: "\"")
    for (place, column) in table.columns.enumerated() {
      let isKey = place < table.keyLength
      xml.raw(isKey ? "<VariablePrimaryKey>\n" : "<VariableColumn>\n")
      xml.element("Name", text: column.name)
      xml.element("Description", text: column.meaning)
      switch column.type {
      // A date has no time of day there.
      case .text, .time, .boolean: xml.raw("<AlphaNumeric/>\n")
      case .integer: writeNumeric(decimals: 0, to: &xml)
      case .amount: writeNumeric(decimals: Currency.maximumDecimals, to: &xml)
      }
      xml.raw(isKey ? "</VariablePrimaryKey>\n" : "</VariableColumn>\n")
    }
    for reference in table.references {
      xml.raw("<ForeignKey>\n")
      xml.element("Name", text: reference.column)
      xml.element("References", text: reference.table)
      xml.raw("</ForeignKey>\n")
    }
    xml.raw("</VariableLength>\n</Table>\n")
  }

  private static func writeNumeric(decimals: Int, to xml: inout XMLWriter) {
    xml.raw("<Numeric>\n")
    xml.element("Accuracy", text: String(decimals))
    xml.raw("</Numeric>\n")
  }

  /// The content of the elements that are used here, as the standard has it.
  static let documentType: StaticString = """
    <!ELEMENT DataSet (Version, Media+)>
    <!ELEMENT Version (#PCDATA)>
    <!ELEMENT Media (Name, Table+)>
    <!ELEMENT Table (URL, Name?, Description?, UTF8?, (DecimalSymbol, DigitGroupingSymbol)?, Range?, VariableLength)>
    <!ELEMENT URL (#PCDATA)>
    <!ELEMENT Name (#PCDATA)>
    <!ELEMENT Description (#PCDATA)>
    <!ELEMENT UTF8 EMPTY>
    <!ELEMENT DecimalSymbol (#PCDATA)>
    <!ELEMENT DigitGroupingSymbol (#PCDATA)>
    <!ELEMENT Range (From)>
    <!ELEMENT From (#PCDATA)>
    <!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, \
    ((VariablePrimaryKey+, VariableColumn*) | VariableColumn+), ForeignKey*)>
    <!ELEMENT ColumnDelimiter (#PCDATA)>
    <!ELEMENT RecordDelimiter (#PCDATA)>
    <!ELEMENT TextEncapsulator (#PCDATA)>
    <!ELEMENT VariablePrimaryKey (Name, Description?, (Numeric | AlphaNumeric))>
    <!ELEMENT VariableColumn (Name, Description?, (Numeric | AlphaNumeric))>
    <!ELEMENT Numeric (Accuracy?)>
    <!ELEMENT Accuracy (#PCDATA)>
    <!ELEMENT AlphaNumeric EMPTY>
    <!ELEMENT ForeignKey (Name+, References)>
    <!ELEMENT References (#PCDATA)>\n
    """
}
