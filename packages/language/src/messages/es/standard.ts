import type { StandardError } from '../../vocabulary/standard-errors.ts';
import type { standard as english } from '../en/standard.ts';

const MESSAGES: Readonly<Record<StandardError, string>> = {
  NOT_SPECIFIED: 'La especificación aún no dice qué ocurre aquí.',
  UNAUTHENTICATED: 'Primero inicia sesión.',
  WRONG_CREDENTIALS: 'El nombre o la contraseña no es correcto.',
  FORBIDDEN: 'No puedes hacer esto.',
  NOT_FOUND: 'Aquí no hay nada, o no puedes verlo.',
  METHOD_NOT_ALLOWED: 'Esto existe, pero no para este método.',
  INVALID: 'Esto no se entiende.',
  REQUIRED: 'Esto es obligatorio.',
  TOO_LONG: 'Esto es demasiado largo.',
  TOO_SHORT: 'Esto es demasiado corto.',
  OUT_OF_RANGE: 'Esto está fuera de lo permitido.',
  NO_MATCH: 'Esto no tiene la forma correcta.',
  FUNCTION_FAILED: 'Esto no se ha podido comprobar.',
  NOT_ALLOWED: 'Esta opción no está permitida.',
  NOT_UNIQUE: 'Esto ya está en uso.',
  IN_USE: 'Otra cosa todavía se refiere a esto.',
  INVALID_TRANSITION: 'Esto no es posible en el estado actual.',
  STALE: 'Alguien ha cambiado esto entretanto. Míralo de nuevo antes de guardar.',
  PRECONDITION_REQUIRED: 'Indica qué versión cambias (la cabecera If-Match).',
  IDEMPOTENCY_CONFLICT: 'Esta Idempotency-Key se usó para otra petición.',
  TOO_MANY_REQUESTS: 'Demasiadas peticiones. Inténtalo un poco más tarde.',
  TOO_LARGE: 'Esto es demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'No se admite este tipo de archivo o contenido.',
  UNAVAILABLE: 'Esto no está disponible ahora. Inténtalo un poco más tarde.',
  INTERNAL: 'Algo ha fallado por nuestra parte.',
};

export const standard: typeof english = {
  standard: ({ code }) => MESSAGES[code],
};
