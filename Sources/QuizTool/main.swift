// The tool of the quiz: practice, and time travel for its log in the quiz's own words.

import HistoryTool

DomainTool.quiz.main()
