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
};
