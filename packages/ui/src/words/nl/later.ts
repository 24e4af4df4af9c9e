import type { later as en } from '../en/later.ts';

export const later: typeof en = {
  nextEntry: (date) => `Volgende: ${date}`,
  lastEntry: (date) => `Laatste: ${date}`,
  ofLimit: (limit) => `van ${limit}`,
  pastedCells: (count) => (count === 1 ? 'Eén waarde opgeslagen' : `${count} waarden opgeslagen`),
  refusedCells: (count) => (count === 1 ? 'Eén waarde is niet opgeslagen' : `${count} waarden zijn niet opgeslagen`),
  beyondRows: (count) =>
    count === 1 ? 'Eén rij heeft eronder geen plaats.' : `${count} rijen hebben eronder geen plaats.`,
  documentIntro: 'Dit product is wat het document vastlegt. Wat het document open laat, doet het product niet.',
  documentOpen:
    'Van het gedrag van dit product is nog niets vastgelegd. Er wordt niets voor verzonnen: alleen het document zelf is te zien.',
  documentFollows: (file) => `Het volgt wat u in \`${file}\` opslaat.`,
  noGaps: 'Geen open plekken: het document beantwoordt alles wat het product wordt gevraagd.',
  gapsTitle: 'Wat open is gelaten',
  consequence: 'Wat eruit volgt',
  disclosures: (count) =>
    count === 1 ? '1 plaats waar een uitkomst iets verraadt' : `${count} plaatsen waar een uitkomst iets verraadt`,
  hitCount: (count) => (count === 0 ? 'nooit gevraagd' : count === 1 ? 'eenmaal gevraagd' : `${count} maal gevraagd`),
  mergeTitle: (title) => `${title} samenvoegen`,
  mergeOther: 'Samenvoegen met',
  mergeStays: 'Blijft',
  mergeBoth: (label) => `${label}: van beide`,
  mergeDetail: (goes, stays) =>
    `Wat naar “${goes}” verwijst, verwijst straks naar “${stays}”. “${goes}” verdwijnt voorgoed.`,
  given: 'Gegeven door bestanden, niet bewezen',
  givenBeyond: (what: string) =>
    `Dit deel vroeg om ${what}, wat het document er niet voor noemt. Het heeft dat niet gekregen.`,
  givenEnds: {
    flood: 'Dit deel is gestopt: het stuurde meer berichten dan het kan gebruiken.',
    left: 'Dit deel ging naar een ander adres en is gesloten.',
    silent: 'Dit deel antwoordt niet.',
  },
  shortcutSearch: 'In de lijst zoeken',
  shortcutRows: 'De volgende en de vorige rij van een lijst',
  shortcutSelect: 'De rij selecteren',
  shortcutEdit: 'Het record van de rij bewerken',
  shortcutPanel: 'Het record met de focus naast zijn lijst openen',
  shortcutPanelStep: 'Naast een lijst: het volgende en het vorige record',
  shortcutDate: 'De kalender van een datum of de klok van een tijd openen',
  shortcutStep: 'Het deel van een datum of tijd bij de cursor verzetten',
  shortcutOrder: 'De kaart of rij met de focus verplaatsen',
  shortcutShift: 'Het gekozen item van een agenda verplaatsen',
  shortcutTab: 'Door links, knoppen en velden gaan',
  shortcutEscape: 'Sluiten wat open is',
  repeats: {
    firstDate: 'Eerste datum',
    every: 'Herhaalt elke',
    unit: 'Eenheid',
    units: { daily: 'dagen', weekly: 'weken', monthly: 'maanden', yearly: 'jaren' },
    on: 'Op',
    ends: 'Eindigt',
    endsBy: { never: 'Nooit', date: 'Op een datum', count: 'Na een aantal keren' },
    lastDate: 'Laatste datum',
    times: 'Aantal keren',
    nextDates: 'Volgende datums',
  },
};
