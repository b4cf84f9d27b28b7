// The changelog of the Debian package in Debian's form, with one entry; the changes themselves are in
// the repository's changelog, which the package also contains.

/** `date` is that of the commit. */
export function changelog({ version, date }) {
  return [
    `busbar (${version}) stable; urgency=medium`,
    '',
    '  * The changes of this version are in CHANGELOG.md.gz in this folder.',
    '',
    ` -- Busbar contributors <busbar@localhost>  ${mailDate(date)}`,
    '',
  ].join('\n');
}

/** The form of RFC 5322, which toUTCString has except for the zone. */
const mailDate = (date) => date.toUTCString().replace('GMT', '+0000');
