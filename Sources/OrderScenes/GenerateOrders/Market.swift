// The places where the customers of the made-up shop live, their names and currencies. The phone numbers are of
// ranges, and the mail addresses of a domain, that are reserved for examples where there are such.

struct Market: Sendable {
  struct City: Sendable {
    let name: String
    /// Only where addresses have one.
    var state: String?
    /// The form of postal codes, with `#` for digits.
    let zip: String
  }

  /// The number of customers out of a hundred who live here.
  let share: Int
  let country: String
  let currency: String
  /// The number of minor units of the currency that a euro is worth.
  let rate: Int64
  let firstNames: [String]
  let lastNames: [String]
  let cities: [City]
  /// The streets, with `#` for digits, as in the phone number.
  let streets: [String]
  let phone: String
}

extension Market {
  /// The shares make a hundred.
  static let all = [unitedStates, germany, unitedKingdom, brazil, japan, kuwait]

  static let unitedStates = Market(
    share: 34, country: "US", currency: "USD", rate: 108,
    firstNames: ["Amy", "Bob", "Chris", "Dora", "Emma", "Liam", "Noah", "Olivia"],
    lastNames: ["Apple", "Battery", "Camera", "Diaz", "O'Hara", "Smith", "Johnson", "Nguyen"],
    cities: [
      City(name: "Cupertino", state: "CA", zip: "950##"),
      City(name: "New York", state: "NY", zip: "100##"),
      City(name: "Austin", state: "TX", zip: "787##"),
      City(name: "Portland", state: "OR", zip: "972##"),
    ], streets: ["### Main St", "## Infinite Loop", "#### Elm Ave", "## 5th Ave, Apt ##"],
    phone: "+1 555 01##")

  static let germany = Market(
    share: 30, country: "DE", currency: "EUR", rate: 100,
    firstNames: ["Anna", "Jürgen", "Lena", "Max", "Sophie", "Björn", "Zoë", "Karl-Heinz"],
    lastNames: ["Müller", "Schmidt", "Weiß", "Yılmaz", "Nowak", "von der Heide", "Schäfer"],
    cities: [
      City(name: "Berlin", zip: "10###"), City(name: "Köln", zip: "506##"),
      City(name: "München", zip: "80###"), City(name: "Bad Neuenahr-Ahrweiler", zip: "53474"),
    ], streets: ["Lange Straße ##", "Am Markt #", "Hauptstr. ##a", "Goethestraße ###"],
    phone: "+49 30 23125 ###")

  static let unitedKingdom = Market(
    share: 14, country: "GB", currency: "GBP", rate: 86,
    firstNames: ["Ada", "George", "Isla", "Oliver", "Siân", "Alan"],
    lastNames: ["Lovelace", "Turing", "Jones", "Patel", "MacDonald", "Taylor"],
    cities: [
      City(name: "London", zip: "SW1A #AA"), City(name: "Leeds", zip: "LS# #QT"),
      City(name: "Cardiff", zip: "CF10 #AB"),
    ], streets: ["## High Street", "Flat #, ## Mill Lane", "### Victoria Road"],
    phone: "+44 20 7946 0###")

  static let brazil = Market(
    share: 12, country: "BR", currency: "BRL", rate: 540,
    firstNames: ["João", "Maria", "José", "Ana", "Antônio", "Luíza"],
    lastNames: ["da Silva", "Santos", "Oliveira", "Souza", "Gonçalves"],
    cities: [
      City(name: "São Paulo", state: "SP", zip: "01###-###"),
      City(name: "Rio de Janeiro", state: "RJ", zip: "20###-###"),
      City(name: "Belo Horizonte", state: "MG", zip: "30###-###"),
    ], streets: ["Rua do Ouvidor, ##", "Av. Paulista, ####", "Rua XV de Novembro, ###"],
    phone: "+55 11 5550-####")

  static let japan = Market(
    share: 9, country: "JP", currency: "JPY", rate: 160,
    firstNames: ["花子", "太郎", "結衣", "大翔", "さくら"],
    lastNames: ["佐藤", "鈴木", "高橋", "田中", "渡辺"],
    cities: [
      City(name: "千代田区", state: "東京都", zip: "100-####"),
      City(name: "大阪市", state: "大阪府", zip: "530-####"),
    ], streets: ["丸の内#-#-#", "梅田#丁目##", "中央町###"], phone: "+81 3-5550-####")

  static let kuwait = Market(
    share: 1, country: "KW", currency: "KWD", rate: 330,
    firstNames: ["Fatima", "Ahmad", "Noura"], lastNames: ["Al-Sabah", "Al-Rashid", "Khalil"],
    cities: [City(name: "Kuwait City", zip: "130##")],
    streets: ["Block #, Street ##, House ##"], phone: "+965 2222 ####")
}
