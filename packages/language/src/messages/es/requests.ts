import type { requests as english } from '../en/requests.ts';

export const requests: typeof english = {
  invalidPath: 'No se puede leer la ruta de la petición.',
  unreadableBody: 'El contenido no es lo que dicen de él las cabeceras de la petición.',
  keyTwiceInQuery: ({ key }) => `\`${key}\` aparece dos veces en la dirección.`,
  manyQueryKeys: ({ most }) => `Una dirección tiene ${most} claves como máximo.`,
  nullInQuery: ({ text }) => `\`${text}\` en la dirección contiene el carácter U+0000.`,
  encodingInQuery: ({ text }) => `\`${text}\` en la dirección no es UTF-8 con codificación porcentual.`,
  dryRun: '`dry_run` es `true` o `false`.',
  idempotencyKey: 'Idempotency-Key tiene de 1 a 255 caracteres ASCII visibles.',
  lateRequest: 'La petición no llegó a tiempo.',
  longRequest: 'La ruta y las cabeceras son demasiado largas.',
  noHttp: 'Esto no es una petición HTTP que se pueda leer.',
  otherSite: 'Esta petición viene de otro sitio web.',
  otherHost: ({ host }) =>
    `A este producto no se llega como \`${host}\`. Quien lo gestiona indica su dirección con --public-origin.`,
  twoHosts: 'La petición no nombra ningún servidor, o nombra más de uno.',
  unfitText: ({ key }) => `\`${key}\` contiene U+0000 o medio carácter, que ningún texto puede contener.`,
  manyFromHere: 'Hay demasiadas peticiones de tu red a la vez. Inténtalo de nuevo en un momento.',
  manyAtWork:
    'Hay más personas trabajando aquí de las que el producto puede atender a la vez. Inténtalo de nuevo en un momento.',
  noProduct: 'El documento tiene errores y no hay ningún producto anterior que ejecutar.',
  fault: ({ request }) =>
    `Algo ha fallado en el producto. Quien lo gestiona lo encuentra en el registro con ${request}.`,
  metricsToken: 'Las métricas necesitan un token.',

  lostToken: 'Este token está revocado, caducado o no se conoce.',
  agentToken:
    'Un agente actúa con un token de API de la persona para la que actúa: `Authorization: Bearer nonet_…`. Los tokens se crean en la propia cuenta.',
  peopleOnly: 'Esto es para personas que han iniciado sesión, no para sus tokens.',
  tokenName: ({ most }) => `Un token tiene un nombre de ${most} caracteres como máximo.`,
  tokenDays: ({ most }) => `Un token dura de 1 a ${most} días.`,
  tokenRole: ({ role }) => `No tienes el rol \`${role}\`, así que ningún token tuyo lo tiene.`,
  noToken: 'Ese token no existe.',
  manyTokens: ({ most }) => `Tienes ${most} tokens: revoca uno primero.`,

  wrongCredentials: ({ by }) => `${by ?? 'El correo electrónico'} o la contraseña no es correcto.`,
  manyAttempts: 'Demasiados intentos de iniciar sesión. Inténtalo más tarde.',
  otherPassword: 'Esta no es tu contraseña actual.',
  noPassword: 'La contraseña es obligatoria.',
  textPassword: 'Una contraseña es un texto.',
  shortPassword: ({ least }) => `Una contraseña tiene al menos ${least} caracteres.`,
  noMail: 'Este producto no envía correo. Quien lo gestiona puede darte un enlace.',
  usedLink: 'Este enlace ya se usó o es demasiado antiguo. Pide otro.',
  silentProvider: ({ provider }) => `${provider} no responde. Inténtalo más tarde o entra de otra forma.`,
  noDemoAccount: 'Esa cuenta de demostración no existe.',

  viewStays: 'Una vista se queda con su lista.',
  viewName: ({ most }) => `Una vista tiene un nombre de ${most} caracteres como máximo.`,
  viewRole: ({ role }) => `No tienes el rol \`${role}\`, así que no puedes compartir vistas con él.`,
  viewList: ({ screen }) => `No abres ninguna lista \`${screen}\`.`,
  viewState: ({ key }) => `\`${key}\` no se puede usar en esta lista.`,
  manyViews: ({ most }) => `Tienes ${most} vistas: elimina una primero.`,
  viewTwice: 'Ya tienes aquí una vista con ese nombre.',

  noticeNecessary: 'Este aviso es necesario: no se puede desactivar.',
  noticeWay: '`way` es `inbox`, `mail`, `digest` o `off`.',
  digestSubject: ({ count }, format) => format.count(count, { one: 'aviso nuevo', other: 'avisos nuevos' }),
  digestMore: ({ count }, format) => `y ${format.number(count)} más en su bandeja de entrada`,
  digestWhy:
    'Recibe este correo una vez al día, porque así lo eligió para estos avisos. Puede cambiarlo en su bandeja de entrada.',
  noticesMarked: ({ most }) => `Aquí va \`ids\`, una lista de ${most} como máximo, o \`until\`, un solo id.`,
  commonPassword: 'Esta contraseña es una de las más usadas y fácil de adivinar. Elija otra.',
  repeatedPassword: 'Esta contraseña se repite y es fácil de adivinar. Elija otra.',
  ownPassword: 'Esta contraseña está hecha de su nombre, su dirección o el nombre de este producto. Elija otra.',
  secondFactorElsewhere: 'Esta cuenta tiene un segundo factor: inicie sesión en una página del producto.',
  wrongFactor: 'No es correcto, o ya se ha usado. Inténtelo de nuevo.',
  lostSignIn:
    'Este inicio de sesión ha tardado demasiado o se ha intentado demasiadas veces. Empiece con su contraseña.',
  wrongNewFactor: 'No ha funcionado. Inténtelo con un código nuevo o con otra llave.',
  lastFactor: 'Uno de sus roles exige un segundo factor: añada otro antes de quitar este.',
};
