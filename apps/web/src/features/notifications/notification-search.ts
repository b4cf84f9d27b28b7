/** Address of the list of messages. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readOneOf, type SearchInput } from '../../lib/search-params.ts';

export interface NotificationSearch extends TableSearch {
  /** Only those not yet read. */
  unread?: 'true';
}

export function readNotificationSearch(search: SearchInput): NotificationSearch {
  return {
    ...readTableSearch(search),
    ...present({ unread: readOneOf(search.unread, ['true']) }),
  };
}
