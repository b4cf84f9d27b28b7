/**
 * Encodes text to bytes through one reused buffer, because new buffers are allocated outside the
 * heap and accumulate faster than they are collected.
 */
import type { ReportSink } from './report-files.ts';

/** Characters collected before a write. */
const PIECE = 32_768;
/** Max UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_EACH = 3;

interface TextSink {
  write(text: string): Promise<void>;
  /** Writes `count` texts in pieces of about 32 KiB. */
  writeEach(count: number, textOf: (i: number) => string): Promise<void>;
}

export function textSink(): (sink: ReportSink) => TextSink {
  const buffer = Buffer.allocUnsafe(2 * PIECE * MAX_BYTES_EACH);
  return (sink) => {
    const write = (text: string) =>
      sink.write(
        text.length * MAX_BYTES_EACH <= buffer.length
          ? buffer.subarray(0, buffer.write(text))
          : Buffer.from(text, 'utf8'),
      );
    return {
      write,
      async writeEach(count, textOf) {
        let text = '';
        for (let i = 0; i < count; i++) {
          text += textOf(i);
          if (text.length < PIECE) continue;
          await write(text);
          text = '';
        }
        if (text !== '') await write(text);
      },
    };
  };
}
