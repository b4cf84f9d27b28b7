// The settings file of the service: lines of NAME=VALUE in the form of systemd's EnvironmentFile,
// without its escapes and continued lines. A wrong line is an error, because a setting that is
// ignored would go unnoticed.

/** Error that is printed as one sentence; it never contains a value, which may be a password. */
export class SettingsError extends Error {
  name = 'SettingsError';
}

/** Node reads these before any program, so this file cannot set them. */
const READ_BY_NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];

/** Returns the variables of the content; `file` is the name in errors. */
export function parseSettings(content, file) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new SettingsError(`${file} is not a text file in UTF-8.`);
  }
  const settings = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const fail = (reason) => new SettingsError(`Line ${index + 1} of ${file} ${reason}.`);
    const { name, value } = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/.exec(trimmed)?.groups ?? {};
    if (name === undefined) throw fail('is not NAME=VALUE');
    if (Object.hasOwn(settings, name)) throw fail(`sets ${name} a second time`);
    if (READ_BY_NODE.includes(name)) {
      throw fail(`sets ${name}, which only the unit can set: use "systemctl edit busbar"`);
    }
    settings[name] = unquoted(value);
    if (settings[name] === undefined) throw fail('has a quotation mark without its counterpart');
  }
  return settings;
}

/** Undefined if only one end has a quotation mark, or both ends have different ones. */
function unquoted(value) {
  const quotes = /["']/;
  const [first, last] = [value.at(0) ?? '', value.at(-1) ?? ''];
  if (!quotes.test(first) && !quotes.test(last)) return value;
  return value.length > 1 && first === last ? value.slice(1, -1) : undefined;
}
