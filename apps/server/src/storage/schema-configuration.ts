/** The tables of migration 0033, as `schema.ts` does the others. */
import type { MenuArrangement } from '@busbar/domain/access/menu-arrangement';
import type { Instant, Json } from './column-types.ts';

interface MenuArrangementTable {
  customer_id: number;
  /** A built-in role, or the number of an own one. */
  role: string;
  entries: Json<MenuArrangement>;
  changed_at: Instant;
}

interface PlatformSettingTable {
  section: 'mail' | 'maps' | 'retention' | 'limits' | 'brand';
  value: Json<unknown>;
  /** Of mail: the password. */
  secret: string | null;
  /** Of the brand: its logo, and as what it is served. */
  picture: Buffer | null;
  picture_type: string | null;
  changed_at: Instant;
}

export interface ConfigurationSchema {
  menu_arrangement: MenuArrangementTable;
  platform_setting: PlatformSettingTable;
}
