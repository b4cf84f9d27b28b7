/** Asks the server whether a sign-in name is free, when its field is left. */
import { useRef, useState } from 'react';
import { useCallMutation } from '../../lib/calls/use-call.ts';

/** Form of a name; others are not checked, because each check counts as a registration. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,63}$/u;

/** `undefined` if the name was not checked, for example after too many questions. */
export function useNameCheck() {
  const check = useCallMutation('v2.register.name');
  const answers = useRef(new Map<string, boolean>());
  const [, setAnswered] = useState(0);

  async function ask(name: string): Promise<void> {
    const key = name.trim();
    if (!NAME.test(key) || answers.current.has(key)) return;
    const answer = await check.mutateAsync({ body: { platform_account: key } }).catch(() => null);
    if (answer === null) return;
    answers.current.set(key, answer.data.is_free);
    setAnswered(answers.current.size);
  }

  return { ask, isFree: (name: string) => answers.current.get(name.trim()) };
}
