/** Statements that notify in their `returning`, on a distributed database. */

export interface NotificationAfter {
  /** The statement without the notification; it still returns a row for each row that it wrote. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Channel and payload. */
  readonly notification: readonly [unknown, unknown];
}

const NOTIFYING =
  /(?<others>\breturning .*, |\breturning )pg_notify\(\$(?<channel>\d+), \$(?<payload>\d+)\)(?: as "woken")?\s*$/;

/**
 * Separates the notification from a statement: a worker node would run it, and no process listens
 * there. Returns undefined if the statement does not end with one. Its parameters must be the last
 * two.
 */
export function notificationAfter(
  text: string,
  values: readonly unknown[],
): NotificationAfter | undefined {
  const match = NOTIFYING.exec(text);
  if (match === null) return undefined;
  const { others, channel, payload } = match.groups as Record<string, string>;
  const count = values.length;
  if (Number(channel) !== count - 1 || Number(payload) !== count) {
    throw new Error('the parameters of a notification must be the last of its statement');
  }
  return {
    text: `${text.slice(0, match.index)}${others}1`,
    values: values.slice(0, -2),
    notification: [values[count - 2], values[count - 1]],
  };
}
