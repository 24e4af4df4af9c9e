import type { versions as english } from '../en/versions.ts';

export const versions: typeof english = {
  whoWaits: 'Wer welche Fassung benutzt',
  servedVersion: (served, current) =>
    `Sie sehen Fassung ${served}, auf die Fassung ${current} gefolgt ist: Dieser Prozess wird gerade ersetzt.`,
  devServesAlone: 'Es läuft für die, die das Dokument schreiben; sonst stellt es niemand bereit.',
  nobodyServes: 'Kein Prozess stellt es im Moment bereit.',
  servedFrom: (address, connections, since) =>
    `läuft auf ${address ?? 'diesem Rechner'} (${connections === 1 ? '1 Verbindung' : `${connections} Verbindungen`}), seit ${since}`,
  formerGoesOn:
    'Prozesse der vorigen Fassung laufen daneben weiter. Sind sie beendet, räumt `nonet finish` auf, was nur sie brauchen.',
  formerHasEnded: 'Niemand benutzt die vorige Fassung mehr: `nonet finish` räumt auf, was nur sie braucht.',
  keptColumns: 'Behalten, wie es war:',
  nothingWaits: 'Nichts wartet: Keine Änderung läuft, und nichts wird für eine vorige Fassung behalten.',
  changeUnderWay: (since) => `Seit ${since} wird eine Änderung vorbereitet; die Fassung in Gebrauch läuft weiter.`,
  recordsMoved: (table, done, left) => `${table}: ${done} Datensätze haben ihre neuen Werte, ${left} warten darauf`,
  comparedWith: 'Verglichen mit',
  firstVersion: 'Mit dieser Fassung begann das Produkt: Es gibt keine frühere zum Vergleich.',
  whatWasDone: 'Was mit dem Vorhandenen geschah',
  unreadableVersions: (versions) =>
    `Nicht zu vergleichen: ${versions.join(' und ')}. Der Text wurde nicht aufbewahrt, oder diese Version von Nonet liest ihn nicht.`,
  noDifferences: (former) => `Sie bedeutet dasselbe wie Fassung ${former}.`,
  concerns: 'Wen es betrifft',
  concernsNobody: 'Nichts davon betrifft sie.',
  audiences: { everybody: 'Alle', security: 'Sicherheit', clients: 'Programme', people: 'Menschen' },
  differenceGroups: {
    Data: 'Daten',
    Rights: 'Rechte',
    API: 'API',
    Behaviour: 'Verhalten',
    Screens: 'Ansichten',
    Wording: 'Wortlaut',
  },
  differenceEffects: {
    lost: { name: 'verloren', means: 'Gespeicherte Daten haben im neuen Dokument keinen Platz.' },
    wider: { name: 'weiter', means: 'Jemand darf mehr sehen oder tun als zuvor.' },
    undecided: { name: 'unentschieden', means: 'Ob es mehr oder weniger erlaubt, ist nicht bekannt.' },
    breaking: { name: 'brechend', means: 'Programme, die die API benutzen, funktionieren nicht mehr.' },
    stricter: { name: 'strenger', means: 'Gespeichertes könnte abgelehnt werden.' },
    narrower: { name: 'enger', means: 'Jemand darf weniger sehen oder tun als zuvor.' },
    behaviour: { name: 'Verhalten', means: 'Das Produkt tut etwas anderes.' },
    compatible: { name: 'verträglich', means: 'Nichts Vorhandenes ist betroffen.' },
  },
  forInstance: 'Zum Beispiel',
  whereItIsSo: 'Wo',
  itFollowsFrom: 'Es folgt aus',
  whatWordsMean: 'Was diese Wörter bedeuten',
  correctionsIntro:
    'Diesen Datensätzen fehlt, was das Dokument von neuen verlangt. Wählen Sie die Dateien eines anderen Dokuments, dann sind es die, für die es keinen Platz hat. `nonet correct` übernimmt viele auf einmal aus einer Tabelle.',
  otherDocument: 'Anderes Dokument',
  otherDocumentHint:
    'Es wird nur verglichen und nicht aufbewahrt. Hat es mehrere Dateien, wählen Sie alle, die Hauptdatei zuerst.',
  documentHasErrors: 'Das Dokument hat Fehler',
  nothingToCorrect: 'Jeder Datensatz hat, was das Dokument von neuen verlangt.',
  everythingHasPlace: 'Jeder Datensatz hat in jenem Dokument einen Platz.',
  leftToDocument: 'Kein anderer Wert hilft hier: Das Dokument muss sagen, was aus diesen wird',
  orInDocument: (remedy) => `Oder im Dokument: ${remedy}.`,
  recordToCorrect: 'Datensatz',
  correct: 'Korrigieren',
  correctRecord: (title) => `${title} korrigieren`,
  notYoursToCorrect: 'Nicht von Ihnen zu ändern',
  moreToCorrect: (count, more) =>
    `${more ? 'Und ' : ''}${count} ${more ? 'weitere' : 'Datensätze'}: Manche dürfen Sie nicht sehen, oder sie folgen, wenn diese korrigiert sind. \`nonet correct\` nennt alle.`,
};
