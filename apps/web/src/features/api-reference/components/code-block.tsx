import { useRef } from 'react';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';

/** Text to copy; overflowing lines can be scrolled by keyboard too. */
export function CodeBlock({ children }: { children: string }) {
  const box = useRef<HTMLPreElement>(null);
  useKeyboardScroll(box);
  return (
    <pre ref={box} className="code ltr reference__code shrink scroll-x" dir="ltr">
      {children}
    </pre>
  );
}
