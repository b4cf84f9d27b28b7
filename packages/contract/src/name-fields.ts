/**
 * Body fields that contain a name typed by a person: the server refuses markup characters in them
 * (`domain/plain-name.ts`) before it runs the call, with `name-has-markup` and the field. The key
 * is the name of the call; a `*` matches every item of a list. Calls that check the name themselves
 * with their own message (length and markup together) are listed in `VALIDATED_BY_THE_CALL`.
 */
const DRY_CONTACTS = ['name1', 'name2'];
const TARIFF = ['name', 'calendar.seasons.*.name'];
const CURRENCY = ['english_name', 'chinese_name'];
const NAMED = ['name'];
const TOWER = ['name', 'users.*.name'];
const METER_PROFILE = ['profile.maker', 'profile.model', 'profile.blocks.*.name'];
const VISIT = ['worker', 'parts.*.name'];

export const NAME_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'v1.device.addOrUpdate': ['deviceName'],
  'v1.device.dryNode.save': DRY_CONTACTS,
  'v1.device.dryNode.update': DRY_CONTACTS,
  'v1.device.rate.addOrUpdate': TARIFF,
  'v2.api-keys.add': NAMED,
  'v2.bill-addressee.change': NAMED,
  'v2.bill-issuer.change': ['name', 'tax_name'],
  'v2.currency.add': CURRENCY,
  'v2.currency.change': CURRENCY,
  'v2.device-lamp.add': NAMED,
  'v2.device-lamp.change': NAMED,
  'v2.device.update': ['device_name'],
  'v2.meter-profiles.add': METER_PROFILE,
  'v2.meter-profiles.change': METER_PROFILE,
  'v2.project-visit.add': VISIT,
  'v2.project-visit.change': VISIT,
  'v2.project.add': NAMED,
  'v2.project.change': NAMED,
  'v2.protection-templates.add': NAMED,
  'v2.protection-templates.change': NAMED,
  'v2.rate.add': TARIFF,
  'v2.rate.change': TARIFF,
  'v2.register': ['chinese_code', 'english_code', 'contact_user'],
  'v2.serial-line.meters.add': NAMED,
  'v2.serial-line.tests.start': METER_PROFILE,
  'v2.tower-device.add': TOWER,
  'v2.tower-device.change': TOWER,
  'v2.tower.favourites.add': NAMED,
  'v2.wall-layouts.save': NAMED,
};

/** The refusal that each of these calls returns for a name with markup. */
export const VALIDATED_BY_THE_CALL = {
  'v2.configuration.brand': { fields: NAMED, refusal: 'brand-name-invalid' },
  'v2.device-types.change': { fields: NAMED, refusal: 'device-type-name-invalid' },
  'v2.groups.add': { fields: NAMED, refusal: 'group-name-invalid' },
  'v2.groups.rename': { fields: NAMED, refusal: 'group-name-invalid' },
  'v2.menu-arrangement.change': {
    fields: ['entries.*.names.*'],
    refusal: 'menu-name-invalid',
  },
  'v2.roles.add': { fields: NAMED, refusal: 'role-name-invalid' },
  'v2.roles.change': { fields: NAMED, refusal: 'role-name-invalid' },
  'v2.sso.settings.change': { fields: NAMED, refusal: 'sso-name-invalid' },
  'v2.users.add': { fields: NAMED, refusal: 'user-name-invalid' },
} as const satisfies Readonly<
  Record<string, { readonly fields: readonly string[]; readonly refusal: string }>
>;
