// Loaded into the server before it starts: counts the server's SQL statements by their text, and
// sends the counts since the last request over the process channel. A statement outside a
// transaction is counted with the prefix "alone:". Plain JavaScript like stall-watch.mjs.
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

if (isMainThread && process.send !== undefined) {
  const counts = new Map();
  const open = new WeakSet();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(statement, ...rest) {
    // Several statements of one round trip are a list.
    for (const { text } of statement?.statements ?? [textOf(statement)]) {
      const isEnd = /^(commit|rollback)\b/i.test(text);
      if (/^(begin|start transaction)\b/i.test(text)) open.add(this);
      const alone = open.has(this) ? '' : 'alone: ';
      if (isEnd) open.delete(this);
      const name = alone + text.replace(/\s+/g, ' ').trim().slice(0, 200);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return query.call(this, statement, ...rest);
  };
  const textOf = (statement) => ({
    text: typeof statement === 'string' ? statement : (statement?.text ?? 'COPY or cursor'),
  });
  process.on('message', (message) => {
    if (message !== 'statements') return;
    process.send({ statements: [...counts] });
    counts.clear();
  });
  process.channel.unref();
}
