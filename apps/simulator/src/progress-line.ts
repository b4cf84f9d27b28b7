/** One status line: rewritten in place on a terminal, printed at intervals elsewhere. */
const REWRITE_MS = 1000;
const REPEAT_MS = 10_000;

export interface ProgressLine {
  stop(): void;
}

/** Prints the result of `describe` at intervals until stopped, and a last time when stopped. */
export function startProgressLine(out: NodeJS.WriteStream, describe: () => string): ProgressLine {
  const inPlace = out.isTTY === true;
  let last = '';
  const print = (): void => {
    const line = describe();
    if (line === last) return;
    last = line;
    out.write(inPlace ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(print, inPlace ? REWRITE_MS : REPEAT_MS);
  print();
  return {
    stop() {
      clearInterval(timer);
      print();
      if (inPlace) out.write('\n');
    },
  };
}
