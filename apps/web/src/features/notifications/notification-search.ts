/** URL search parameters of the message list. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';

export interface NotificationSearch extends TableSearch {
  /** Shows only unread messages. */
  unread?: 'true';
}

export function readNotificationSearch(search: SearchInput): NotificationSearch {
  return {
    ...readTableSearch(search),
    ...present({ unread: readOneOf(search.unread, ['true']) }),
  };
}
