import type { overview as english } from '../en/overview.ts';

export const overview: typeof english = {
  groupBy: 'Groeperen op',
  groupedBy: (label) => `Gegroepeerd op ${label}`,
  noGroups: 'Geen groepen',
  monthOf: (label) => `${label} (maand)`,
  groupOpen: (label) => `De records van ${label} tonen`,
  furtherGroups: (count) => `${count} andere groepen worden niet getoond. Maak de lijst kleiner.`,
  sums: {
    sum: 'Som',
    average: 'Gemiddelde',
    minimum: 'Kleinste',
    maximum: 'Grootste',
    filled: 'Ingevuld',
    none: 'Niets',
  },
  sumOf: (label) => `Wat onder ${label} staat`,
  selectWhole: (count) => `Alle ${count} selecteren`,
  wholeSelected: (count) => `Alle ${count} geselecteerd`,
  bulkEdit: 'Wijzigen…',
  bulkEditTitle: (count) => `${count} records wijzigen`,
  bulkField: 'Veld',
  bulkApply: (count) => `${count} wijzigen`,
  bulkProgress: (done, all) => `${done} van ${all}`,
  stop: 'Stoppen',
  tools: 'Hulpmiddelen',
};
