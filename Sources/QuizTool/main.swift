// The tool of the quiz in Docs/YourOwnDomain.md: time travel for any quiz's log, in the quiz's own words.

import HistoryScenes
import HistoryTool

DomainTool("quiz", version: "0.1.0", of: HistoryDomains(Quiz.self)).main()
