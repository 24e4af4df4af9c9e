/** The words of mails that the product itself sends, by language. */
export interface Letters {
  readonly forgot: (title: string, hours: number) => Letter;
  readonly invited: (title: string, hours: number) => Letter;
  readonly attempts: (title: string) => { readonly subject: string; readonly text: string };
}

interface Letter {
  readonly subject: string;
  readonly first: string;
  readonly ends: string;
  readonly otherwise: string;
}

const en: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: choose a new password`,
    first: `Somebody, probably you, asked for a new password for ${title}. Choose it here:`,
    ends: `The link works once, for ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
    otherwise: 'If it was not you, you need not do anything: your password stays as it is.',
  }),
  invited: (title, hours) => ({
    subject: `Welcome to ${title}`,
    first: `You have an account for ${title}. Choose your password here:`,
    ends: `The link works once, for ${hours / 24} days.`,
    otherwise: 'If you did not expect this, you need not do anything.',
  }),
  attempts: (title) => ({
    subject: `${title}: somebody is trying your password`,
    text: 'Somebody has often given a wrong password for your account. If it was you, you can choose a new password on the sign-in page. If it was not you, you need not do anything: nobody was signed in. Where you have signed in before, you still can.',
  }),
};

const nl: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: kies een nieuw wachtwoord`,
    first: `Iemand, waarschijnlijk u, vroeg om een nieuw wachtwoord voor ${title}. Kies het hier:`,
    ends: `De link werkt één keer, ${hours === 1 ? 'een uur' : `${hours} uur`} lang.`,
    otherwise: 'Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  }),
  invited: (title, hours) => ({
    subject: `Welkom bij ${title}`,
    first: `U hebt een account voor ${title}. Kies hier uw wachtwoord:`,
    ends: `De link werkt één keer, ${hours / 24} dagen lang.`,
    otherwise: 'Verwachtte u dit niet, dan hoeft u niets te doen.',
  }),
  attempts: (title) => ({
    subject: `${title}: iemand probeert uw wachtwoord`,
    text: 'Iemand heeft vaak een verkeerd wachtwoord voor uw account opgegeven. Was u het, dan kunt u op de aanmeldpagina een nieuw wachtwoord kiezen. Was u het niet, dan hoeft u niets te doen: niemand is aangemeld. Waar u eerder bent aangemeld, kunt u zich blijven aanmelden.',
  }),
};

const de: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: Wählen Sie ein neues Passwort`,
    first: `Jemand, vermutlich Sie, hat ein neues Passwort für ${title} angefordert. Wählen Sie es hier:`,
    ends: `Der Link funktioniert einmal, ${hours === 1 ? 'eine Stunde' : `${hours} Stunden`} lang.`,
    otherwise: 'Waren Sie es nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  }),
  invited: (title, hours) => ({
    subject: `Willkommen bei ${title}`,
    first: `Sie haben ein Konto für ${title}. Wählen Sie hier Ihr Passwort:`,
    ends: `Der Link funktioniert einmal, ${hours / 24} Tage lang.`,
    otherwise: 'Haben Sie das nicht erwartet, müssen Sie nichts tun.',
  }),
  attempts: (title) => ({
    subject: `${title}: Jemand probiert Ihr Passwort aus`,
    text: 'Jemand hat oft ein falsches Passwort für Ihr Konto angegeben. Waren Sie es, können Sie auf der Anmeldeseite ein neues Passwort wählen. Waren Sie es nicht, müssen Sie nichts tun: Niemand wurde angemeldet. Wo Sie sich früher angemeldet haben, können Sie es weiterhin.',
  }),
};

const fr: Letters = {
  forgot: (title, hours) => ({
    subject: `${title} : choisissez un nouveau mot de passe`,
    first: `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${title}. Choisissez-le ici :`,
    ends: `Le lien sert une fois, pendant ${hours === 1 ? 'une heure' : `${hours} heures`}.`,
    otherwise: 'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
  }),
  invited: (title, hours) => ({
    subject: `Bienvenue chez ${title}`,
    first: `Vous avez un compte pour ${title}. Choisissez ici votre mot de passe :`,
    ends: `Le lien sert une fois, pendant ${hours / 24} jours.`,
    otherwise: 'Si vous n’attendiez pas cela, vous n’avez rien à faire.',
  }),
  attempts: (title) => ({
    subject: `${title} : quelqu’un essaie votre mot de passe`,
    text: 'Quelqu’un a souvent donné un mot de passe incorrect pour votre compte. Si c’était vous, vous pouvez en choisir un nouveau sur la page de connexion. Sinon, vous n’avez rien à faire : personne n’a été connecté. Là où vous vous êtes déjà connecté, vous le pouvez toujours.',
  }),
};

const es: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: elige una contraseña nueva`,
    first: `Alguien, probablemente tú, ha pedido una contraseña nueva para ${title}. Elígela aquí:`,
    ends: `El enlace sirve una sola vez, durante ${hours === 1 ? 'una hora' : `${hours} horas`}.`,
    otherwise: 'Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue igual.',
  }),
  invited: (title, hours) => ({
    subject: `Te damos la bienvenida a ${title}`,
    first: `Tienes una cuenta para ${title}. Elige aquí tu contraseña:`,
    ends: `El enlace sirve una sola vez, durante ${hours / 24} días.`,
    otherwise: 'Si no esperabas esto, no tienes que hacer nada.',
  }),
  attempts: (title) => ({
    subject: `${title}: alguien está probando tu contraseña`,
    text: 'Alguien ha dado muchas veces una contraseña incorrecta para tu cuenta. Si fuiste tú, puedes elegir una nueva en la página de inicio de sesión. Si no, no tienes que hacer nada: nadie ha entrado. Donde ya habías iniciado sesión, puedes seguir haciéndolo.',
  }),
};

const ar: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: اختر كلمة مرور جديدة`,
    first: `طلب أحدهم، وأنت على الأرجح، كلمة مرور جديدة لـ ${title}. اخترها هنا:`,
    ends: `يعمل الرابط مرة واحدة، ${hours === 1 ? 'خلال ساعة' : `ومدته بالساعات: ${hours}`}.`,
    otherwise: 'إن لم تكن أنت، فلا يلزمك فعل شيء: تبقى كلمة مرورك كما هي.',
  }),
  invited: (title, hours) => ({
    subject: `مرحبًا بك في ${title}`,
    first: `لديك حساب في ${title}. اختر كلمة مرورك هنا:`,
    ends: `يعمل الرابط مرة واحدة، ومدته بالأيام: ${hours / 24}.`,
    otherwise: 'إن لم تكن تتوقع هذا، فلا يلزمك فعل شيء.',
  }),
  attempts: (title) => ({
    subject: `${title}: أحدهم يجرّب كلمة مرورك`,
    text: 'أعطى أحدهم كلمة مرور خاطئة لحسابك مرات كثيرة. إن كنت أنت، فيمكنك اختيار كلمة مرور جديدة في صفحة تسجيل الدخول. وإن لم تكن أنت، فلا يلزمك فعل شيء: لم يدخل أحد. وحيث سجّلت الدخول من قبل ما زال بإمكانك ذلك.',
  }),
};

const LETTERS: Readonly<Record<string, Letters>> = { ar, de, en, es, fr, nl };

/** The letters in a locale's language; in English if there are none. */
export function lettersIn(locale: string): Letters {
  return LETTERS[locale.split('-')[0] ?? ''] ?? en;
}
