import type { versions as english } from '../en/versions.ts';

export const versions: typeof english = {
  whoWaits: 'Wie welke versie gebruikt',
  servedVersion: (served, current) =>
    `U ziet versie ${served}, die door versie ${current} is gevolgd: dit proces wordt vervangen.`,
  devServesAlone: 'Het draait voor wie het document schrijft, en verder serveert niemand het.',
  nobodyServes: 'Geen proces serveert het nu.',
  servedFrom: (address, connections, since) =>
    `wordt geserveerd vanaf ${address ?? 'deze computer'} (${connections === 1 ? '1 verbinding' : `${connections} verbindingen`}), sinds ${since}`,
  formerGoesOn:
    'Processen van de vorige versie gaan ernaast door. Zijn ze gestopt, dan ruimt `nonet finish` op wat alleen zij nodig hebben.',
  formerHasEnded: 'Niemand gebruikt de vorige versie nog: `nonet finish` ruimt op wat alleen die nodig heeft.',
  keptColumns: 'Bewaard zoals het was:',
  nothingWaits: 'Er wacht niets: geen wijziging is onderweg, en niets wordt voor een vorige versie bewaard.',
  changeUnderWay: (since) => `Sinds ${since} wordt een wijziging voorbereid; de versie in gebruik gaat door.`,
  recordsMoved: (table, done, left) => `${table}: ${done} gegevens hebben hun nieuwe waarden, ${left} wachten erop`,
  correctionsIntro:
    'Deze records missen wat het document van nieuwe vraagt. Kies voor een ander document zijn bestanden: dan zijn het de records waarvoor het geen plaats heeft. `nonet correct` neemt er veel tegelijk uit een tabel.',
  otherDocument: 'Een ander document',
  otherDocumentHint:
    'Het wordt alleen vergeleken, en niet bewaard. Heeft het meer bestanden, kies ze dan allemaal, het hoofdbestand eerst.',
  documentHasErrors: 'Het document heeft fouten',
  nothingToCorrect: 'Elk record heeft wat het document van nieuwe vraagt.',
  everythingHasPlace: 'Elk record heeft een plaats in dat document.',
  leftToDocument: 'Hier helpt geen andere waarde: het document moet zeggen wat hiervan wordt',
  orInDocument: (remedy) => `Of in het document: ${remedy}.`,
  recordToCorrect: 'Record',
  correct: 'Corrigeren',
  correctRecord: (title) => `${title} corrigeren`,
  notYoursToCorrect: 'Niet aan u om te wijzigen',
  moreToCorrect: (count, more) =>
    `${more ? 'En nog ' : ''}${count}${more ? '' : ' records'}: sommige mag u niet zien, of ze volgen als deze gecorrigeerd zijn. \`nonet correct\` noemt ze alle.`,
  comparedWith: 'Vergeleken met',
  firstVersion: 'Met deze versie is het product begonnen: er is geen eerdere om mee te vergelijken.',
  whatWasDone: 'Wat ze deed met wat er was',
  unreadableVersions: (versions) =>
    `${versions.join(' en ')} is niet te vergelijken: de tekst is niet bewaard, of deze versie van Nonet kan die niet lezen.`,
  noDifferences: (former) => `Ze betekent hetzelfde als versie ${former}.`,
  concerns: 'Wie het aangaat',
  concernsNobody: 'Niets ervan gaat hen aan.',
  audiences: { everybody: 'Iedereen', security: 'Beveiliging', clients: 'Programma’s', people: 'Mensen' },
  differenceGroups: {
    Data: 'Gegevens',
    Rights: 'Rechten',
    API: 'API',
    Behaviour: 'Gedrag',
    Screens: 'Schermen',
    Wording: 'Woorden',
  },
  differenceEffects: {
    lost: { name: 'verloren', means: 'Opgeslagen gegevens hebben geen plaats in het nieuwe document.' },
    wider: { name: 'ruimer', means: 'Iemand mag meer zien of doen dan tevoren.' },
    undecided: { name: 'onbeslist', means: 'Of het meer of minder toestaat, is niet bekend.' },
    breaking: { name: 'brekend', means: 'Programma’s die de API gebruiken, werken niet meer.' },
    stricter: { name: 'strenger', means: 'Wat is opgeslagen, kan worden geweigerd.' },
    narrower: { name: 'nauwer', means: 'Iemand mag minder zien of doen dan tevoren.' },
    behaviour: { name: 'gedrag', means: 'Het product doet iets anders.' },
    compatible: { name: 'verenigbaar', means: 'Niets van wat er was, is ermee gemoeid.' },
  },
  forInstance: 'Bijvoorbeeld',
  whereItIsSo: 'Waar',
  itFollowsFrom: 'Het volgt uit',
  whatWordsMean: 'Wat deze woorden betekenen',
};
