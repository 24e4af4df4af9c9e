/** The versions of the document, how they differ, and what has to be corrected for one: what only its screen shows. */
export const versions = {
  whoWaits: 'Who uses which version',
  servedVersion: (served: number, current: number) =>
    `You see version ${served}, which version ${current} has followed: this process is being replaced.`,
  devServesAlone: 'It runs for whoever writes the document, and nobody else serves it.',
  nobodyServes: 'No process serves it now.',
  servedFrom: (address: string | null, connections: number, since: string) =>
    `is served from ${address ?? 'this machine'} (${connections === 1 ? '1 connection' : `${connections} connections`}), since ${since}`,
  formerGoesOn:
    'Processes of the former version go on beside it. When they have ended, `nonet finish` takes away what only they need.',
  formerHasEnded: 'Nobody uses the former version any more: `nonet finish` takes away what only that one needs.',
  keptColumns: 'Kept as they were:',
  nothingWaits: 'Nothing waits: no change is under way, and nothing is kept for a former version.',
  changeUnderWay: (since: string) => `A change is being prepared since ${since}; the version in use goes on.`,
  recordsMoved: (table: string, done: string, left: string) =>
    `${table}: ${done} records have their new values, ${left} wait for them`,
  correctionsIntro:
    'These records lack what the document asks of new ones. For another document, choose its files: then they are the records that it has no place for. `nonet correct` takes many at once from a table.',
  otherDocument: 'Another document',
  otherDocumentHint:
    'It is only compared, and not kept. If it has several files, choose all of them, the main one first.',
  documentHasErrors: 'The document has errors',
  nothingToCorrect: 'Every record has what the document asks of new ones.',
  everythingHasPlace: 'Every record has a place in that document.',
  leftToDocument: 'No other value helps here: the document has to say what becomes of these',
  orInDocument: (remedy: string) => `Or in the document: ${remedy}.`,
  recordToCorrect: 'Record',
  correct: 'Correct',
  correctRecord: (title: string) => `Correct ${title}`,
  notYoursToCorrect: 'Not yours to change',
  moreToCorrect: (count: string, more: boolean) =>
    `${more ? 'And ' : ''}${count} ${more ? 'more' : 'records'}: some you may not see, or they follow when these are corrected. \`nonet correct\` lists all.`,
  comparedWith: 'Compared with',
  firstVersion: 'With this version the product began: there is none before it to compare it with.',
  whatWasDone: 'What it did to what was there',
  unreadableVersions: (versions: readonly string[]) =>
    `${versions.join(' and ')} can’t be compared: the text was not kept, or is none that this version of Nonet reads.`,
  noDifferences: (former: number) => `It means the same as version ${former}.`,
  concerns: 'Whom it concerns',
  concernsNobody: 'Nothing of it concerns them.',
  audiences: { everybody: 'Everybody', security: 'Security', clients: 'Programs', people: 'People' },
  differenceGroups: {
    Data: 'Data',
    Rights: 'Rights',
    API: 'API',
    Behaviour: 'Behaviour',
    Screens: 'Screens',
    Wording: 'Wording',
  },
  differenceEffects: {
    lost: { name: 'lost', means: 'Stored data has no place in the new document.' },
    wider: { name: 'wider', means: 'Somebody may see or do more than before.' },
    undecided: { name: 'undecided', means: 'Whether it allows more or less is not known.' },
    breaking: { name: 'breaking', means: 'Programs that use the API break.' },
    stricter: { name: 'stricter', means: 'What is stored may be refused.' },
    narrower: { name: 'narrower', means: 'Somebody may see or do less than before.' },
    behaviour: { name: 'behaviour', means: 'The product does something else.' },
    compatible: { name: 'compatible', means: 'Nothing that was there is concerned.' },
  },
  forInstance: 'For instance',
  whereItIsSo: 'Where',
  itFollowsFrom: 'It follows from',
  whatWordsMean: 'What these words mean',
};
