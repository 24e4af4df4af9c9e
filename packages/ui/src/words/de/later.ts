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
  mergeTitle: (title) => `${title} zusammenführen`,
  mergeOther: 'Zusammenführen mit',
  mergeStays: 'Bleibt',
  mergeBoth: (label) => `${label}: von beiden`,
  mergeDetail: (goes, stays) =>
    `Was auf „${goes}“ verweist, verweist dann auf „${stays}“. „${goes}“ verschwindet für immer.`,
  given: 'Von Dateien gegeben, nicht bewiesen',
  givenBeyond: (what: string) =>
    `Dieser Teil hat nach ${what} gefragt, was das Dokument für ihn nicht nennt. Er hat es nicht bekommen.`,
  givenEnds: {
    flood: 'Dieser Teil wurde angehalten: Er hat mehr Nachrichten gesendet, als er brauchen kann.',
    left: 'Dieser Teil ist zu einer anderen Adresse gegangen und wurde geschlossen.',
    silent: 'Dieser Teil antwortet nicht.',
  },
  shortcutSearch: 'In der Liste suchen',
  shortcutRows: 'Nächste und vorige Zeile einer Liste',
  shortcutSelect: 'Zeile auswählen',
  shortcutEdit: 'Eintrag der Zeile bearbeiten',
  shortcutPanel: 'Eintrag mit dem Fokus neben seiner Liste öffnen',
  shortcutPanelStep: 'Neben einer Liste: nächster und voriger Eintrag',
  shortcutDate: 'Kalender eines Datums oder Uhr einer Zeit öffnen',
  shortcutStep: 'Teil eines Datums oder einer Zeit am Cursor verstellen',
  shortcutOrder: 'Die Karte oder Zeile mit dem Fokus verschieben',
  shortcutShift: 'Eintrag mit dem Fokus im Kalender verschieben',
  shortcutTab: 'Durch Links, Schaltflächen und Felder gehen',
  shortcutEscape: 'Schließen, was offen ist',
  repeats: {
    firstDate: 'Erster Tag',
    every: 'Wiederholung alle',
    unit: 'Einheit',
    units: { daily: 'Tage', weekly: 'Wochen', monthly: 'Monate', yearly: 'Jahre' },
    on: 'Am',
    ends: 'Endet',
    endsBy: { never: 'Nie', date: 'An einem Tag', count: 'Nach einer Anzahl' },
    lastDate: 'Letzter Tag',
    times: 'Anzahl',
    nextDates: 'Nächste Tage',
  },
  subscribeTitle: (name) => `${name} abonnieren`,
  subscribeIntro:
    'Andere Programme, etwa der Kalender eines Telefons, zeigen diesen Kalender unter einer eigenen Adresse. Wer sie hat, sieht dort, was Sie sehen.',
  subscribePublic: 'Andere Programme, etwa der Kalender eines Telefons, zeigen diesen Kalender unter dieser Adresse.',
  addressMade: (name) => `Die Adresse für „${name}“ ist angelegt`,
  addressOnce: 'Kopieren Sie sie jetzt: Sie wird nur dieses eine Mal gezeigt.',
  addressFor: 'Für',
  addressForHint: 'Das Programm oder Gerät, das sie liest',
  makeAddress: 'Adresse anlegen',
  openCalendar: 'Im Kalender dieses Geräts öffnen',
  tokenOfCalendar: (name) => `nur der Kalender „${name}“`,
};
