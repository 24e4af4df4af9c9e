import { createOpenIdProvider, type OpenIdProvider, type OpenIdSettings } from '@nonet/server';
import { type Command, Option } from 'commander';
import { Failure } from './failure.ts';

/** The provider that flags or the environment state. */
export interface OpenIdOptions {
  readonly oidcIssuer?: string;
  readonly oidcClientId?: string;
  readonly oidcLabel?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The one whose variables have no name behind them. */
const UNNAMED = 'default';

export function addOpenIdOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--oidc-issuer <url>', 'lets people sign in with an OpenID Connect provider').env('OIDC_ISSUER'),
    )
    .addOption(new Option('--oidc-client-id <id>', 'by which the provider knows this product').env('OIDC_CLIENT_ID'))
    .addOption(new Option('--oidc-label <label>', 'the provider’s name on the button to sign in').env('OIDC_LABEL'));
}

/**
 * The deployment's sign-in providers: one by flags or `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and
 * `OIDC_LABEL`; any number of others by these with a name behind them (`OIDC_ISSUER_GOOGLE`, …). A secret is in the
 * environment alone, for other processes can read a command line. @throws Failure if something is missing or unsafe.
 */
export function openIdProviders(
  options: OpenIdOptions,
  environment: Environment,
  allowPrivateTargets: boolean,
): readonly OpenIdProvider[] {
  const stated: [string, Environment][] = [
    [
      '',
      {
        ISSUER: options.oidcIssuer,
        CLIENT_ID: options.oidcClientId,
        LABEL: options.oidcLabel,
        CLIENT_SECRET: environment.OIDC_CLIENT_SECRET,
      },
    ],
    ...Object.keys(environment)
      .flatMap((name) => /^OIDC_ISSUER(_[A-Z0-9_]+)$/.exec(name)?.[1] ?? [])
      .toSorted()
      .map((suffix): [string, Environment] => [
        suffix,
        Object.fromEntries(
          ['ISSUER', 'CLIENT_ID', 'LABEL', 'CLIENT_SECRET'].map((part) => [part, environment[`OIDC_${part}${suffix}`]]),
        ),
      ]),
  ];
  const settings = stated
    .filter(([, parts]) => parts.ISSUER !== undefined)
    .map(([suffix, parts]) => settingsOf(suffix, parts, allowPrivateTargets));
  const twice = settings.find(({ name }, place) => settings.findIndex((other) => other.name === name) < place);
  if (twice !== undefined) throw new Failure(`Two providers to sign in with are called ${twice.name}.`, 2);
  return settings.map((each) => createOpenIdProvider(each, allowPrivateTargets));
}

function settingsOf(suffix: string, parts: Environment, allowPrivateTargets: boolean): OpenIdSettings {
  const required = (part: string): string => {
    const value = parts[part];
    if (value === undefined || value === '')
      throw new Failure(`With OIDC_ISSUER${suffix}, OIDC_${part}${suffix} has to be set too.`, 2);
    return value;
  };
  const issuer = issuerOf(required('ISSUER'), suffix, allowPrivateTargets);
  return {
    name: suffix === '' ? UNNAMED : suffix.slice(1).toLowerCase().replaceAll('_', '-'),
    label: parts.LABEL || issuer.hostname,
    issuer,
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
  };
}

/** Over plain http anybody on the network could impersonate a user. */
function issuerOf(text: string, suffix: string, allowPrivateTargets: boolean): URL {
  const issuer = URL.canParse(text) ? new URL(text) : null;
  const isLocal = allowPrivateTargets && ['127.0.0.1', 'localhost', '[::1]'].includes(issuer?.hostname ?? '');
  const isSafe = issuer?.protocol === 'https:' || (isLocal && issuer?.protocol === 'http:');
  if (issuer === null || !isSafe || issuer.username !== '' || issuer.search !== '' || issuer.hash !== '')
    throw new Failure(
      `OIDC_ISSUER${suffix} is an address with https://, without a query (http:// only on this machine, with --allow-private-targets).`,
      2,
    );
  return issuer;
}
