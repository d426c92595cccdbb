// Entries are lines of JSON: a domain's codecs read and write them with the same tools.

@_exported import JSONLines
