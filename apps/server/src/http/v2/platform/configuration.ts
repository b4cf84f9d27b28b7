/** v2 calls for the configuration of the platform. */
import type { configurationCalls } from '@busbar/contract/v2/platform/configuration';
import { textColourOn } from '@busbar/domain/configuration/brand-colour';
import { SECTIONS, type Section } from '@busbar/domain/configuration/sections';
import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
import { type Outcome, refused } from '@busbar/domain/refusal';
import {
  changeConfiguration,
  type FoundSection,
  findConfiguration,
  resetConfiguration,
  testMail,
} from '../../../areas/platform/configuration/configuration-service.ts';
import { savedIn } from '../../../areas/platform/configuration/live-config.ts';
import type { Settings } from '../../../config/settings-of-config.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function configurationHandlers(ctx: Context): HandlersOf<typeof configurationCalls> {
  return {
    'v2.configuration': async () => ({ data: present(ctx) }),
    'v2.configuration.mail': async ({ body: { password, changed_at, ...value }, caller }) =>
      saved(
        await changeConfiguration(ctx, caller, { section: 'mail', value, password }, changed_at),
      ),
    'v2.configuration.mail-test': async ({ body, caller }) => {
      const tested = await testMail(ctx, caller, body.to);
      if (!tested.ok) return tested;
      const { error } = tested.value;
      return { data: { ok: error === null, error } };
    },
    'v2.configuration.maps': async ({ body: { changed_at, ...keys }, caller }) => {
      const draft = { section: 'maps', value: camelCaseKeys(keys) } as const;
      return saved(await changeConfiguration(ctx, caller, draft, changed_at));
    },
    'v2.configuration.retention': async ({ body: { confirmed, changed_at, ...days }, caller }) => {
      const draft = { section: 'retention', value: camelCaseKeys(days), confirmed } as const;
      return saved(await changeConfiguration(ctx, caller, draft, changed_at));
    },
    'v2.configuration.limits': async ({ body: { changed_at, ...limits }, caller }) => {
      const draft = { section: 'limits', value: camelCaseKeys(limits) } as const;
      return saved(await changeConfiguration(ctx, caller, draft, changed_at));
    },
    'v2.configuration.brand': async ({ body, caller }) => {
      const { name, colour, logo: text, changed_at } = body;
      const logo = typeof text === 'string' ? Buffer.from(text, 'base64') : text;
      const draft = { section: 'brand', value: { name, colour }, logo } as const;
      return saved(await changeConfiguration(ctx, caller, draft, changed_at));
    },
    'v2.configuration.reset': async ({ params, query, caller }) => {
      const section = SECTIONS.find((one) => one === params.section);
      if (section === undefined) return refused('not-found');
      const isConfirmed = query.confirmed === '1';
      const reset = await resetConfiguration(
        ctx,
        caller,
        section,
        Number(query.changed_at),
        isConfirmed,
      );
      return reset.ok ? { msg: REFUSAL_MESSAGES.saved } : onWire(reset);
    },
    'v2.brand': async () => ({ data: presentBrand(ctx) }),
    'v2.brand.logo': async () => {
      const { logo } = savedIn(ctx.config);
      if (logo === undefined) return refused('not-found');
      const { content, contentType } = logo;
      return { bytes: { content, contentType, name: `logo.${contentType.slice(6)}` } };
    },
  };
}

function saved(changed: Outcome<{ changedAt: number }>) {
  if (!changed.ok) return onWire(changed);
  return { data: { changed_at: changed.value.changedAt }, msg: REFUSAL_MESSAGES.saved };
}

function present(ctx: Context) {
  const { mail, maps, retention, limits, brand, hasMailPassword, hasLogo } = findConfiguration(ctx);
  return {
    mail: { ...section(mail, (value) => ({ ...value })), password_set: hasMailPassword },
    maps: section(maps, snakeCaseKeys),
    retention: section(retention, snakeCaseKeys),
    limits: section(limits, snakeCaseKeys),
    brand: { ...section(brand, (value) => ({ ...value })), logo_set: hasLogo },
  };
}

function section<S extends Section, W>(
  { value, standard, source, changedAt }: FoundSection<S>,
  wire: (value: Settings[S]) => W,
) {
  return { value: wire(value), standard: wire(standard), source, changed_at: changedAt };
}

/** The URL of the picture contains its version, for browsers that cache pictures. */
function presentBrand(ctx: Context) {
  const { name, colour } = findConfiguration(ctx).brand.value;
  const { logo, changedAt } = savedIn(ctx.config);
  return {
    name,
    colour,
    words: colour === '' ? '' : (textColourOn(colour) ?? ''),
    logo: logo === undefined ? null : `/api/v2/brand/logo?of=${changedAt.brand ?? 0}`,
  };
}
