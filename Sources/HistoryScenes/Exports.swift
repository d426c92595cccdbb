// The messages of scenes are made of entries, states and findings.

@_exported import Examination
