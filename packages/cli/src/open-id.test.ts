import { describe, expect, test } from 'vitest';
import { openIdProviders } from './open-id.ts';

const FLAGS = { oidcIssuer: 'https://id.example', oidcClientId: 'shop' };
const SECRET = { OIDC_CLIENT_SECRET: 'canary' };
const stated = (...given: Parameters<typeof openIdProviders>) =>
  openIdProviders(...given).map(({ settings: { issuer, ...rest } }) => ({ ...rest, issuer: issuer.href }));

describe('providers to sign in with', () => {
  test('are empty without configuration', () => {
    expect(stated({}, {}, false)).toEqual([]);
  });

  test('are one by flags, and others by names after the variables', () => {
    const environment = {
      ...SECRET,
      OIDC_ISSUER_GOOGLE_WORK: 'https://accounts.example/work',
      OIDC_CLIENT_ID_GOOGLE_WORK: 'other',
      OIDC_CLIENT_SECRET_GOOGLE_WORK: 'theirs',
      OIDC_LABEL_GOOGLE_WORK: 'Google',
    };
    expect(stated(FLAGS, environment, false)).toEqual([
      { name: 'default', label: 'id.example', issuer: 'https://id.example/', clientId: 'shop', clientSecret: 'canary' },
      {
        name: 'google-work',
        label: 'Google',
        issuer: 'https://accounts.example/work',
        clientId: 'other',
        clientSecret: 'theirs',
      },
    ]);
  });

  test.each([
    ['no secret', FLAGS, {}, /OIDC_CLIENT_SECRET has to be set/],
    ['no client id', { oidcIssuer: 'https://id.example' }, SECRET, /OIDC_CLIENT_ID has to be set/],
    ['http', { ...FLAGS, oidcIssuer: 'http://id.example' }, SECRET, /https:\/\//],
    ['http on this machine', { ...FLAGS, oidcIssuer: 'http://127.0.0.1:9' }, SECRET, /--allow-private-targets/],
    ['no address', { ...FLAGS, oidcIssuer: 'id.example' }, SECRET, /https:\/\//],
    ['a query', { ...FLAGS, oidcIssuer: 'https://id.example/?a=b' }, SECRET, /without a query/],
    [
      'one name twice',
      FLAGS,
      {
        ...SECRET,
        OIDC_ISSUER_DEFAULT: 'https://b.example',
        OIDC_CLIENT_ID_DEFAULT: 'b',
        OIDC_CLIENT_SECRET_DEFAULT: 'b',
      },
      /are called default/,
    ],
  ])('are stated wrongly with %s', (_what, options, environment: Record<string, string>, message) => {
    expect(() => stated(options, environment, false)).toThrow(message);
  });

  test('may speak http on this machine, where the deployment allows private addresses', () => {
    expect(stated({ ...FLAGS, oidcIssuer: 'http://127.0.0.1:9' }, SECRET, true)).toHaveLength(1);
  });
});
