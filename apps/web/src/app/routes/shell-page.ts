import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyValidator,
  type Constrain,
  createRoute,
  type DefaultValidator,
  lazyRouteComponent,
  type ResolveFullPath,
  type ResolveId,
} from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadPage } from '../load-page.ts';
import type { RouterContext } from './root-route.tsx';
import { shellRoute } from './shell-route.tsx';

export interface PageParts<TModule, TSearch> {
  readonly title: string;
  readonly search?: Constrain<TSearch, AnyValidator, DefaultValidator>;
  readonly texts?: readonly string[];
  readonly load: () => Promise<TModule>;
  readonly component: keyof TModule;
  /**
   * Requests what the page shows first; called also when the pointer or the focus is on a link. The
   * page reports a failure.
   */
  readonly ahead?: (
    client: QueryClient,
    params: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
}

interface LoaderInput {
  readonly context: RouterContext;
  /** Named by the path of the route. */
  readonly params: object;
}

/** Route options of a page whose translations and code are loaded on first use. */
export function pageOptions<TModule extends Record<string, () => React.ReactNode>, TSearch>(
  parts: PageParts<TModule, TSearch>,
) {
  const { title, search, texts = [], load, component, ahead } = parts;
  return {
    staticData: { title },
    validateSearch: search,
    loader: ({ context, params }: LoaderInput) => {
      ahead?.(context.queryClient, params as Readonly<Record<string, string>>).catch(() => {});
      return loadTexts(...texts);
    },
    component: lazyRouteComponent(() => loadPage(load()), component),
  };
}

/** Creates the route of a page in the shell. */
export function shellPage<
  TPath extends string,
  TModule extends Record<string, () => React.ReactNode>,
  TSearch = undefined,
>(path: TPath, parts: PageParts<TModule, TSearch>) {
  return createRoute<
    unknown,
    typeof shellRoute,
    TPath,
    ResolveFullPath<typeof shellRoute, TPath>,
    string,
    ResolveId<typeof shellRoute, string, TPath>,
    TSearch
  >({ getParentRoute: () => shellRoute, path, ...pageOptions(parts) });
}
