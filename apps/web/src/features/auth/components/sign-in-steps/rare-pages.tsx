/**
 * Pages before the sign-in that few users see, in one script: the first page has a size limit, and
 * contains the name of each script.
 */
import { useParams } from '@tanstack/react-router';
import { InvitationPage } from '../invitation-page.tsx';
import { CallbackPage } from '../single-sign-on/callback-page.tsx';
import { FindProviderPage } from '../single-sign-on/find-provider-page.tsx';
import { ProviderPage } from '../single-sign-on/provider-page.tsx';

/** The value of `address` in the path of the page that finds a provider. */
const FIND = 'find';

export function RarePages() {
  const { customer, address }: { customer?: string; address?: string } = useParams({
    strict: false,
  });
  if (customer !== undefined) return <CallbackPage customer={customer} />;
  if (address === undefined) return <InvitationPage />;
  return address === FIND ? <FindProviderPage /> : <ProviderPage address={address} />;
}
