// What the search of the site finds: the sections of every page, each with its heading and text.

const HEADING = /<h([1-4]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g;
const ARTICLE = /<article[^>]*>([\s\S]*)<\/article>/;
const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** `page` is the address of the page, such as `install/service.html`. */
export function sectionsOf(page, html) {
  const [, article] = ARTICLE.exec(html) ?? [];
  if (article === undefined) return [];
  const headings = [...article.matchAll(HEADING)];
  const title = plainText(headings[0]?.[3] ?? page);
  return headings.map((heading, at) => {
    const [whole, level, id, content] = heading;
    const end = headings[at + 1]?.index ?? article.length;
    return {
      page,
      title,
      // The first heading is the page itself.
      heading: level === '1' ? '' : plainText(content),
      above: headingAbove(headings, at),
      anchor: level === '1' ? '' : id,
      text: plainText(article.slice(heading.index + whole.length, end)),
    };
  });
}

/** The heading of the section that contains this one, unless that is the page. */
function headingAbove(headings, at) {
  const level = Number(headings[at][1]);
  const above = headings.slice(0, at).findLast((heading) => Number(heading[1]) < level);
  return above === undefined || above[1] === '1' ? '' : plainText(above[3]);
}

export function plainText(html) {
  return html
    .replaceAll(/<a class="anchor"[\s\S]*?<\/a>/g, '')
    .replaceAll(/<\/?(?:em|strong|code|a|span|kbd)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name])
    .replaceAll(/\s+/g, ' ')
    .trim();
}
