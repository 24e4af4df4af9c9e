/** The words of parts that come when somebody needs them. */
export const later = {
  nextEntry: (date: string) => `Next: ${date}`,
  lastEntry: (date: string) => `Last: ${date}`,
  ofLimit: (limit: string) => `of ${limit}`,
  pastedCells: (count: number) => (count === 1 ? 'One value saved' : `${count} values saved`),
  refusedCells: (count: number) => (count === 1 ? 'One value was not saved' : `${count} values were not saved`),
  beyondRows: (count: number) => (count === 1 ? 'One row has no place below.' : `${count} rows have no place below.`),
  documentIntro: 'This product is what its document states. What the document leaves open, the product does not do.',
  documentOpen:
    'Nothing of this product’s own behaviour is stated yet. Nothing is invented in its place: all that can be shown is the document itself.',
  documentFollows: (file: string) => `It follows what you save in \`${file}\`.`,
  noGaps: 'No gaps: the document answers everything that the product is asked.',
  gapsTitle: 'What is left open',
  consequence: 'What follows from it',
  disclosures: (count: number) =>
    count === 1
      ? '1 place where an outcome reveals what is not shown'
      : `${count} places where an outcome reveals what is not shown`,
  hitCount: (count: number) =>
    count === 0 ? 'never asked for' : count === 1 ? 'asked for once' : `asked for ${count} times`,
  mergeTitle: (title: string) => `Merge ${title}`,
  mergeOther: 'Merge with',
  mergeStays: 'Stays',
  mergeBoth: (label: string) => `${label}: of both`,
  mergeDetail: (goes: string, stays: string) =>
    `What refers to “${goes}” will refer to “${stays}”. “${goes}” goes for good.`,
  given: 'Given by files, not proven',
  givenBeyond: (what: string) =>
    `This part asked for ${what}, which the document does not declare for it. It did not get it.`,
  givenEnds: {
    flood: 'This part was stopped: it sent more messages than it has any use for.',
    left: 'This part went to another address and was closed.',
    silent: 'This part does not answer.',
  },
  shortcutSearch: 'Search the list',
  shortcutRows: 'The next and the previous row of a list',
  shortcutSelect: 'Select the row',
  shortcutEdit: 'Edit its record',
  shortcutPanel: 'Open the focused record beside its list',
  shortcutPanelStep: 'Beside a list: the next and the previous record',
  shortcutDate: 'Open the calendar of a date, or the clock of a time',
  shortcutStep: 'Move the part of a date or time at the cursor',
  shortcutOrder: 'Move the focused card or row',
  shortcutShift: 'Move the focused entry of a calendar',
  shortcutTab: 'Go through links, buttons and fields',
  shortcutEscape: 'Close what is open',
  repeats: {
    firstDate: 'First date',
    every: 'Repeats every',
    unit: 'Unit',
    units: { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' },
    on: 'On',
    ends: 'Ends',
    endsBy: { never: 'Never', date: 'On a date', count: 'After a number of times' },
    lastDate: 'Last date',
    times: 'Number of times',
    nextDates: 'Next dates',
  },
};
