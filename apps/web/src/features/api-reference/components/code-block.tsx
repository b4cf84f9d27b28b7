import { useRef } from 'react';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';

/** Lines to copy; what is wider than the page scrolls by keyboard too. */
export function CodeBlock({ children }: { children: string }) {
  const box = useRef<HTMLPreElement>(null);
  useKeyboardScroll(box);
  return (
    <pre ref={box} className="code ltr reference__code" dir="ltr">
      {children}
    </pre>
  );
}
