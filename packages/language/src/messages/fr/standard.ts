import type { StandardError } from '../../vocabulary/standard-errors.ts';
import type { standard as english } from '../en/standard.ts';

const MESSAGES: Readonly<Record<StandardError, string>> = {
  NOT_SPECIFIED: 'La spécification ne dit pas encore ce qui se passe ici.',
  UNAUTHENTICATED: 'Connectez-vous d’abord.',
  WRONG_CREDENTIALS: 'Le nom ou le mot de passe est incorrect.',
  FORBIDDEN: 'Vous n’avez pas le droit de faire cela.',
  NOT_FOUND: 'Il n’y a rien ici, ou vous ne pouvez pas le voir.',
  METHOD_NOT_ALLOWED: 'Ceci existe, mais pas pour cette méthode.',
  INVALID: 'Ceci n’est pas compris.',
  REQUIRED: 'Ceci est obligatoire.',
  TOO_LONG: 'Ceci est trop long.',
  TOO_SHORT: 'Ceci est trop court.',
  OUT_OF_RANGE: 'Ceci est hors de ce qui est permis.',
  NO_MATCH: 'Ceci n’a pas la bonne forme.',
  FUNCTION_FAILED: 'Ceci n’a pas pu être vérifié.',
  NOT_ALLOWED: 'Ce choix n’est pas permis.',
  NOT_UNIQUE: 'C’est déjà pris.',
  IN_USE: 'Autre chose y renvoie encore.',
  INVALID_TRANSITION: 'Ceci n’est pas possible dans l’état actuel.',
  STALE: 'Quelqu’un a modifié ceci entre-temps. Regardez-le à nouveau avant d’enregistrer.',
  PRECONDITION_REQUIRED: 'Dites quelle version vous modifiez (l’en-tête If-Match).',
  IDEMPOTENCY_CONFLICT: 'Cette Idempotency-Key a servi à une autre requête.',
  TOO_MANY_REQUESTS: 'Trop de requêtes. Réessayez un peu plus tard.',
  TOO_LARGE: 'Ceci est trop grand.',
  UNSUPPORTED_MEDIA_TYPE: 'Ce type de fichier ou de contenu n’est pas accepté.',
  UNAVAILABLE: 'Ceci n’est pas disponible pour l’instant. Réessayez un peu plus tard.',
  INTERNAL: 'Quelque chose s’est mal passé de notre côté.',
};

export const standard: typeof english = {
  standard: ({ code }) => MESSAGES[code],
};
