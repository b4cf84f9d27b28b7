/** The tables of migration 0033, in the form of `schema.ts`. */
import type { MenuArrangement } from '@busbar/domain/access/menu/menu-arrangement';
import type { Instant, Json } from './column-types.ts';

interface MenuArrangementTable {
  customer_id: number;
  /** A built-in role, or the number of a custom one. */
  role: string;
  entries: Json<MenuArrangement>;
  changed_at: Instant;
}

interface PlatformSettingTable {
  section: 'mail' | 'maps' | 'retention' | 'limits' | 'brand';
  value: Json<unknown>;
  /** The password of the mail section. */
  secret: string | null;
  /** The logo of the brand section; the next column is its media type. */
  picture: Buffer | null;
  picture_type: string | null;
  changed_at: Instant;
}

export interface ConfigurationSchema {
  menu_arrangement: MenuArrangementTable;
  platform_setting: PlatformSettingTable;
}
