/**
 * The typesetter's program, the same for each paper: it sets the tree of `paper-tree.ts`, which it reads as JSON. So no word
 * of a document or a record is ever a program. Titles, languages, headings and tables become tags of the PDF.
 */
export const PAPER_PROGRAM = `
#let paper = json(bytes(sys.inputs.paper))
#let ink = rgb(paper.colour)
#let pale = luma(90)

#set document(title: paper.title, author: paper.author, date: none)
#set text(
  font: ("Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Emoji"),
  size: 10pt, lang: paper.language, region: paper.region, fallback: true, hyphenate: auto,
)
#set par(leading: 0.7em, spacing: 1.1em)
#show raw: set text(font: ("Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Emoji"), size: 10pt)
#show heading: set text(weight: "bold")
#show heading: set block(above: 1.4em, below: 0.8em, sticky: true)
#let sizes = (16pt, 12.5pt, 10.5pt)
#show link: set text(fill: ink)
#show link: underline
#set list(spacing: 0.75em)
#set enum(spacing: 0.75em)

#let inline(nodes) = nodes.map(node => {
  if node.kind == "text" { text(node.text) }
  else if node.kind == "strong" { strong(inline(node.of)) }
  else if node.kind == "emphasis" { emph(inline(node.of)) }
  else if node.kind == "delete" { strike(inline(node.of)) }
  else if node.kind == "link" { link(node.to, inline(node.of)) }
  else if node.kind == "code" { raw(node.text) }
  else if node.kind == "leftOut" { text(fill: pale, style: "italic", node.text) }
  else if node.kind == "page" { context counter(page).display() }
  else if node.kind == "pages" { context [#counter(page).final().first()] }
  else { linebreak() }
}).join()

#let aligned = (left: left, center: center, right: right, start: start)

#let blocks(nodes) = nodes.map(node => {
  if node.kind == "heading" {
    show heading: set text(size: sizes.at(node.look - 1, default: 10pt))
    show heading: set text(fill: ink) if node.look == 1
    heading(level: node.level, inline(node.of))
  }
  else if node.kind == "paragraph" { par(inline(node.of)) }
  else if node.kind == "quote" { quote(block: true, blocks(node.of)) }
  else if node.kind == "code" { raw(node.text, block: true) }
  else if node.kind == "line" { line(length: 100%, stroke: 0.5pt + pale) }
  else if node.kind == "list" {
    let items = node.items.map(item => blocks(item))
    if node.start == none { list(tight: node.tight, ..items) }
    else { enum(tight: node.tight, start: node.start, ..items) }
  } else if node.kind == "table" {
    table(
      columns: node.shares.map(share => share * 1fr),
      align: node.align.map(way => aligned.at(way) + top),
      inset: (x: 4pt, y: 4.5pt),
      stroke: (x, y) => if y == 0 { (bottom: 1pt + ink) } else { (bottom: 0.4pt + luma(200)) },
      table.header(..node.head.map(cell => strong(inline(cell)))),
      ..node.rows.map(row => row.map(cell => inline(cell))).flatten(),
    )
  }
}).join()

#set page(
  paper: paper.size, flipped: paper.landscape, margin: (x: 2.2cm, y: 2.4cm),
  header: if paper.header != none { text(size: 8.5pt, fill: pale, inline(paper.header)) },
  footer: if paper.footer != none { text(size: 8.5pt, fill: pale, inline(paper.footer)) },
)

#if paper.logo != none {
  align(end, image(paper.logo, height: 1.4cm, alt: paper.author))
}
#blocks(paper.body)
`;
