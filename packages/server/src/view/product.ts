import { createHash } from 'node:crypto';
import type { EntityView, OpenIdProviderView, ProductView, UserView } from '@nonet/client';
import type { Plan, Screen, StandardError } from '@nonet/language';
import type { Mode } from '../options.ts';
import { brandName } from '../brand/brand.ts';
import { entityView } from './entities.ts';
import type { Rights } from './rights.ts';
import { openableScreens, screenView } from './screens.ts';

/** The part of the product that this reader may know. */
export function productView(
  rights: Rights,
  about: {
    user: UserView | null;
    /** The one that they have chosen (9, PERSONAL_TIME_ZONE); null: the product's. */
    timeZone: string | null;
    /** The one that they have chosen (9, PERSONAL_REGION); null: none. */
    region: string | null;
    mode: Mode;
    document: boolean;
    mail: boolean;
    openId: readonly OpenIdProviderView[];
    languages: readonly string[];
    revision: string;
  },
): ProductView {
  const { plan } = rights;
  const screens = openableScreens(rights);
  const view: Omit<ProductView, 'revision'> = {
    title: brandName(plan),
    summary: plan.purpose.summary,
    mode: about.mode,
    mail: about.mail,
    getsNotices: hasInbox(plan, about.user),
    showsMails:
      about.mode === 'dev' &&
      (plan.received.length + plan.feeds.length > 0 || plan.calls.some(({ kind }) => kind !== 'request')),
    openId: [...about.openId],
    settings: {
      ...settingsView(plan, about.languages),
      ...(plan.settings.personalTimeZone === 'allowed' && about.user !== null && { personalTimeZone: about.timeZone }),
      ...(plan.settings.personalRegion === 'allowed' && about.user !== null && { personalRegion: about.region }),
    },
    user: about.user,
    screens: screens.map((screen) => screenView(rights, screen)),
    rolesFollowRecords: about.user !== null && plan.roles.some(({ given }) => given.kind === 'user'),
    entities: entitiesOf(rights, screens),
    document: about.document,
    gaps: about.document ? plan.gaps.length : null,
  };
  const revision = createHash('sha256').update(JSON.stringify([about.document ? about.revision : null, view]));
  return { ...view, revision: revision.digest('base64url').slice(0, 16) };
}

/** Whether a reader has an inbox: they are signed in, and the document states notices. */
export function hasInbox(plan: Plan, user: object | null): boolean {
  return user !== null && plan.calls.some(({ kind }) => kind === 'notice');
}

function settingsView({ settings, entities, errors }: Plan, languages: readonly string[]): ProductView['settings'] {
  const user = entities.find(({ signInBy }) => signInBy !== null);
  const by = user?.fields.find(({ name }) => name === user.signInBy);
  return {
    signInBy: by && by.name !== 'email' ? { name: by.name, label: by.label } : null,
    currency: settings.currency,
    currencyDigits: settings.currencyDigits,
    locale: settings.locale,
    languages,
    timeZone: settings.timeZone,
    workingDays: settings.workingDays,
    holidays: settings.holidays,
    pageSize: settings.pageSize,
    maximumPageSize: settings.maximumPageSize,
    maximumUploadBytes: settings.maximumUploadBytes,
    passwordLength: settings.passwordLength,
    rewordings: Object.fromEntries(FOUND_BY_FORMS.flatMap((code) => rewordingOf(errors, code))),
  };
}

const FOUND_BY_FORMS: readonly StandardError[] = ['REQUIRED', 'TOO_SHORT', 'TOO_LONG', 'OUT_OF_RANGE'];

function rewordingOf(errors: Plan['errors'], code: StandardError): [string, (string | null)[]][] {
  const template = errors.find((error) => error.code === code)?.messages[''];
  const parts = template?.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return part.kind === 'variable' && part.name === 'key' ? [null] : [];
  });
  return parts === undefined || parts.length < (template?.length ?? 0) ? [] : [[code, parts]];
}

/** The entities of the screens, and those that their fields lead to, as far as this reader may read them. */
function entitiesOf(rights: Rights, screens: readonly Screen[]): Record<string, EntityView> {
  const views: Record<string, EntityView> = {};
  const waiting = screens.flatMap((screen) => [
    ...(screen.entity === null ? [] : [screen.entity]),
    ...screen.also.map(({ entity }) => entity),
    ...[...(screen.given?.reads ?? []), ...(screen.given?.does ?? [])].map(({ entity }) => entity),
    ...screen.actions.flatMap((action) => (action.kind === 'create from' ? [action.entity] : [])),
  ]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const entity = rights.entity(name);
    if (!entity || Object.hasOwn(views, name)) continue;
    if (!rights.may(name, 'read') && !rights.may(name, 'create')) continue;
    const view = entityView(rights, entity, screens);
    views[name] = view;
    waiting.push(...view.fields.flatMap((field) => (field.entity === null ? [] : [field.entity])));
  }
  return views;
}
