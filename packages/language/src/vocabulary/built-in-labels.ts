/** The labels of the language's own fields in a product of another language than English (9, `LOCALE`), by language. */
export const BUILT_IN_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nl: {
    id: 'Id',
    created_at: 'Aangemaakt op',
    created_by: 'Aangemaakt door',
    updated_at: 'Gewijzigd op',
    updated_by: 'Gewijzigd door',
    ancestors: 'Daarboven',
    descendants: 'Daaronder',
    email: 'E-mailadres',
    name: 'Naam',
    roles: 'Rollen',
    disabled: 'Uitgeschakeld',
    about: 'Over',
    text: 'Tekst',
    mentions: 'Genoemd',
    comments: 'Opmerkingen',
    kept_until: 'Bewaard tot',
    sign_in: 'Inloggen',
  },
};
