import type { later as en } from '../en/later.ts';

export const later: typeof en = {
  nextEntry: (date) => `Nächster Eintrag: ${date}`,
  lastEntry: (date) => `Letzter Eintrag: ${date}`,
  ofLimit: (limit) => `von ${limit}`,
  pastedCells: (count) => (count === 1 ? 'Ein Wert gespeichert' : `${count} Werte gespeichert`),
  refusedCells: (count) =>
    count === 1 ? 'Ein Wert wurde nicht gespeichert' : `${count} Werte wurden nicht gespeichert`,
  beyondRows: (count) =>
    count === 1 ? 'Eine Zeile hat darunter keinen Platz.' : `${count} Zeilen haben darunter keinen Platz.`,
  documentIntro: 'Dieses Produkt ist, was sein Dokument sagt. Was das Dokument offen lässt, tut das Produkt nicht.',
  documentOpen:
    'Vom Verhalten dieses Produkts ist noch nichts festgelegt. Nichts wird dafür erfunden: Zu sehen ist nur das Dokument selbst.',
  documentFollows: (file) => `Es folgt dem, was Sie in \`${file}\` speichern.`,
  noGaps: 'Keine Lücken: Das Dokument beantwortet alles, wonach das Produkt gefragt wird.',
  gapsTitle: 'Was offen gelassen ist',
  consequence: 'Was daraus folgt',
  disclosures: (count) =>
    count === 1
      ? '1 Stelle, an der ein Ergebnis etwas Verborgenes verrät'
      : `${count} Stellen, an denen ein Ergebnis etwas Verborgenes verrät`,
  hitCount: (count) => (count === 0 ? 'nie gefragt' : count === 1 ? 'einmal gefragt' : `${count}-mal gefragt`),
};
