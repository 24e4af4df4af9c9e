import type { StandardError } from '../../vocabulary/standard-errors.ts';
import type { standard as english } from '../en/standard.ts';

const MESSAGES: Readonly<Record<StandardError, string>> = {
  NOT_SPECIFIED: 'De specificatie zegt nog niet wat hier gebeurt.',
  UNAUTHENTICATED: 'Log eerst in.',
  WRONG_CREDENTIALS: 'De naam of het wachtwoord is onjuist.',
  FORBIDDEN: 'U mag dit niet doen.',
  NOT_FOUND: 'Hier is niets, of u mag het niet zien.',
  METHOD_NOT_ALLOWED: 'Dit is er wel, maar niet voor deze methode.',
  INVALID: 'Dit is niet te begrijpen.',
  REQUIRED: 'Dit is verplicht.',
  TOO_LONG: 'Dit is te lang.',
  TOO_SHORT: 'Dit is te kort.',
  OUT_OF_RANGE: 'Dit valt buiten wat is toegestaan.',
  NO_MATCH: 'Dit heeft niet de juiste vorm.',
  FUNCTION_FAILED: 'Dit kon niet worden nagekeken.',
  NOT_ALLOWED: 'Deze keuze is niet toegestaan.',
  NOT_UNIQUE: 'Dit is al in gebruik.',
  IN_USE: 'Iets anders verwijst hier nog naar.',
  INVALID_TRANSITION: 'Dit kan niet in de huidige toestand.',
  STALE: 'Iemand heeft dit intussen gewijzigd. Kijk het na voordat u opslaat.',
  PRECONDITION_REQUIRED: 'Zeg welke versie u wijzigt (de header If-Match).',
  IDEMPOTENCY_CONFLICT: 'Deze Idempotency-Key is al voor een ander verzoek gebruikt.',
  TOO_MANY_REQUESTS: 'Te veel verzoeken. Probeer het iets later opnieuw.',
  TOO_LARGE: 'Dit is te groot.',
  UNSUPPORTED_MEDIA_TYPE: 'Dit soort bestand of inhoud wordt niet aangenomen.',
  UNAVAILABLE: 'Dit is nu niet beschikbaar. Probeer het iets later opnieuw.',
  INTERNAL: 'Er ging iets mis aan onze kant.',
};

export const standard: typeof english = {
  standard: ({ code }) => MESSAGES[code],
};
