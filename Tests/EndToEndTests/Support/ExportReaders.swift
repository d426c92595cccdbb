// Programs in other languages that read exports with the tools that they are for, and print what they find there.

/// Each takes files, and prints a last line of JSON: how many entries and refusals there are, how many orders of each
/// status, and for each currency the totals, the payments and the refunds of orders that aren't deleted, in minor
/// units.
enum ExportReaders {
  private static let results = """
    import collections, json, sys
    def result(entries, rejected, orders):
        sums = collections.defaultdict(lambda: [0, 0, 0])
        statuses = collections.Counter()
        for status, currency, *amounts in orders:
            statuses[status] += 1
            if status != "deleted":
                sums[currency] = [a + int(b) for a, b in zip(sums[currency], amounts)]
        print()
        print(json.dumps(dict(entries=int(entries), rejected=int(rejected), orders=statuses, sums=sums)))

    """

  /// An object-centric log. After it may come the schema.
  static let ocel =
    results + """
      import pm4py
      path = sys.argv[1]
      document = json.load(open(path, encoding="utf-8"))
      if len(sys.argv) > 2:
          import jsonschema
          schema = json.load(open(sys.argv[2]))
          jsonschema.validate(document, schema, format_checker=jsonschema.FormatChecker())
      ids = {o["id"] for o in document["objects"]}
      assert len(ids) == len(document["objects"]), "ids of objects aren't unique"
      for thing in document["objects"] + document["events"]:
          for relation in thing["relationships"]:
              assert relation["objectId"] in ids, relation
      log = pm4py.read_ocel2_json(path)
      assert len(log.events) == len(document["events"]), "events are lost"
      assert len(log.objects) == len(ids), "objects are lost"
      # The last value of each attribute: pm4py has the first one with the object, and the changes apart.
      orders = {row["ocel:oid"]: row for row in log.objects.to_dict("records") if row["ocel:type"] == "order"}
      for change in log.object_changes.to_dict("records"):
          if change["ocel:oid"] in orders:
              orders[change["ocel:oid"]][change["ocel:field"]] = change[change["ocel:field"]]
      rejected = log.events["ocel:activity"].str.endswith("-rejected").sum()
      created = [o for o in orders.values() if isinstance(o["status"], str)]
      result(log.events["seq"].nunique(), rejected,
          [(o["status"], o["currency"], o["total"], o["paid"], o["refunded"]) for o in created])
      """

  /// An event stream.
  static let xes =
    results + """
      import pm4py
      log = pm4py.read_xes(sys.argv[1])
      cases = log.drop_duplicates("case:concept:name")
      if "case:status" in cases: cases = cases[cases["case:status"].notna()]
      orders = cases[["case:status", "case:currency", "case:total", "case:paid", "case:refunded"]]
      result(log["seq"].nunique(), (log["lifecycle:transition"] == "ate_abort").sum(),
          orders.itertuples(index=False))
      """

  /// A folder of tables.
  static let csv =
    results + """
      import duckdb
      folder = sys.argv[1]
      def rows(query): return duckdb.sql(query).fetchall()
      def table(name): return f"read_csv('{folder}/{name}.csv', header = true, all_varchar = true)"
      entries, rejected = rows(f"select count(*), count_if(accepted = 'false') from {table('entries')}")[0]
      decimals = {"JPY": 0, "KWD": 3}
      def minor(amount, currency):
          digits = decimals.get(currency, 2)
          value = amount.replace(".", "")
          assert len(amount.partition(".")[2]) == digits, (amount, currency)
          return int(value)
      orders = rows(f"select status, currency, total, paid, refunded from {table('orders')}")
      # What was paid and refunded according to the payments.
      paid = collections.defaultdict(int)
      for id, kind, amount, currency in rows(f"select orderId, kind, amount, currency from {table('payments')}"):
          paid[(kind, currency)] += minor(amount, currency)
      for place, kind in ((3, "payment"), (4, "refund")):
          for currency in {o[1] for o in orders}:
              assert paid[(kind, currency)] == sum(minor(o[place], currency) for o in orders if o[1] == currency)
      items = rows(f"select count(*) from {table('items')} where orderId not in (select id from {table('orders')})")
      assert items == [(0,)]
      result(entries, rejected, [(o[0], o[1], *(minor(a, o[1]) for a in o[2:])) for o in orders])
      """

  /// JSON lines of CloudEvents: only what was paid and refunded by order is known.
  static let jsonLines =
    results + """
      import duckdb
      events = f"read_json('{sys.argv[1]}', format = 'newline_delimited', maximum_object_size = 2000000)"
      def rows(query): return duckdb.sql(query).fetchall()
      entries, rejected = rows(f"select count(*), count_if(type like '%.rejected') from {events}")[0]
      amounts = rows(f"select data->>'$.command.type', sum((data->>'$.command.amount')::bigint) from {events}"
          " where type not like '%.rejected' group by 1")
      amounts = dict(amounts)
      result(entries, rejected, [("", "", 0, amounts.get("pay-order") or 0, amounts.get("refund-order") or 0)])
      """

  /// CloudEvents as lines, as the SDK reads them. After the file may come the schema.
  static let cloudEvents =
    results + """
      from cloudevents.core.formats.json import JSONFormat
      from cloudevents.core.v1.event import CloudEvent
      lines = open(sys.argv[1], "rb").read().split(b"\\n")[:-1]
      events = [JSONFormat().read(CloudEvent, line) for line in lines]
      if len(sys.argv) > 2:
          import jsonschema
          schema = json.load(open(sys.argv[2]))
          for line in lines: jsonschema.validate(json.loads(line), schema, format_checker=jsonschema.FormatChecker())
      assert len({(e.get_source(), e.get_id()) for e in events}) == len(events), "ids aren't unique"
      paid = collections.Counter()
      for event in events:
          data = event.get_data()
          assert data["seq"] == int(event.get_id()) and data["stream"] == event.get_subject()
          assert ("rejected" in data) == event.get_type().endswith(".rejected")
          for happened in data.get("events", []):
              paid[happened["type"]] += happened.get("amount", 0)
      result(len(events), sum("rejected" in e.get_data() for e in events),
          [("", "", 0, paid["payment-received"], paid["payment-refunded"])])
      """

  /// The queries to a database: the entries and refusals, then a line for each order.
  static let queries = """
    select count(*), coalesce(sum(case when accepted then 0 else 1 end), 0) from entries;
    select status, currency, total, paid, refunded from orders order by id;
    select count(*) from payments p where not exists (select 1 from orders o where o.id = p.order_id);
    select coalesce(sum(paid), 0) - (select coalesce(sum(amount), 0) from payments where kind = 'payment') from orders;
    select coalesce(sum(refunded), 0) - (select coalesce(sum(amount), 0) from payments where kind = 'refund') from orders;
    """

  /// Makes a database, as another user than root, loads the files, asks, and removes everything.
  static let postgres = """
    set -e
    bin=$1; queries=$2; shift 2
    dir=$(mktemp -d)
    as=
    if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; as="runuser -u postgres --"; fi
    trap 'cd /; $as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
    here=$PWD; cd "$dir"
    $as "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >/dev/null
    $as "$bin/pg_ctl" -D "$dir/data" -w -o "-k $dir -h ''" -l "$dir/log" start >/dev/null
    cd "$here"
    for file in "$@"; do
      psql -h "$dir" -U postgres -X -q -v ON_ERROR_STOP=1 -f "$file" postgres
    done
    psql -h "$dir" -U postgres -X -q -A -t -v ON_ERROR_STOP=1 -f "$queries" postgres
    """
}
