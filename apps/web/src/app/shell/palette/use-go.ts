import { useRouter } from '@tanstack/react-router';
import { cancelAskedCommand } from '../../../device-kit/asked-command.ts';
import { requestPageFocus } from '../../../lib/main-focus.ts';

interface Target {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>> | undefined;
}

/** Returns a function that opens a page and moves the focus to its main element. */
export function useGo(): (target: Target) => void {
  const router = useRouter();
  return ({ to, params = {}, search = {} }) => {
    const target = { to, params, search } as never;
    cancelAskedCommand();
    requestPageFocus(router.buildLocation(target).href === router.state.location.href);
    void router.navigate(target);
  };
}
