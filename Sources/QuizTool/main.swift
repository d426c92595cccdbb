// The tool of the quiz in Docs/YourOwnDomain.md: practice, and time travel for its log in the quiz's own words.

import HistoryTool

DomainTool.quiz.main()
