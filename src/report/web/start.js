/* start.js: reads the data and shows the page. */
function makeThemeButton() {
  const names = ['as the system', 'light', 'dark'], values = ['', 'light', 'dark'];
  let chosen = 0;
  const button = make('button', {type: 'button', class: 'theme', onclick: () => {
    chosen = (chosen + 1) % values.length;
    if (values[chosen]) document.documentElement.dataset.theme = values[chosen];
    else delete document.documentElement.dataset.theme;
    button.textContent = `Colours: ${names[chosen]}`;
  }}, `Colours: ${names[chosen]}`);
  return button;
}

function choosePage({report}) {
  if (report.results.length !== 1) return new BatchView(report);
  if (report.results[0].solutions) return new RepairView(report.results[0]);
  return report.results[0].results ? new CompareView(report.results[0]) : new ResultView(report.results[0]);
}

const data = JSON.parse(document.getElementById('data').textContent);
const page = choosePage(data);
document.title = `${page.node.getAttribute('aria-label')} \u2013 Tarry`;
document.getElementById('page').replaceChildren(make('main', {}, page.node),
  make('footer', {class: 'faint'}, `tarry ${data.report.version} `, makeThemeButton()));
page.start();
document.addEventListener('keydown', (event) => { if (page.key(event)) event.preventDefault(); });
window.addEventListener('beforeprint', () => page.print(true));
window.addEventListener('afterprint', () => page.print(false));
