// Turns a report that reads well without scripts into one that can be pointed at, sorted and filtered.
// Numbers come from the JSON elements of the page; nothing is fetched.
"use strict";
(() => {
  const json = id => JSON.parse(document.getElementById(id).textContent);
  const digits = (value, count) => {
    const kept = Number(value.toPrecision(count));
    return kept !== 0 && Math.abs(kept) < 1e-3 ? kept.toExponential() : String(kept);
  };
  const short = value => typeof value === "number" ? digits(value, 4) : value;

  // ---- Charts ------------------------------------------------------------------------------------
  const pointStyles = ["circle", "rect", "triangle", "rectRot", "triangle", "crossRot", "cross"];

  // 95 % intervals: a band along a line, a whisker through a dot. Chart.js has neither.
  const intervals = chart => ({
    id: "intervals",
    beforeDatasetsDraw(instance) {
      const {ctx, chartArea: area, scales: {x, y}} = instance;
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      ctx.clip();
      chart.lines.forEach((line, index) => {
        if (!instance.isDatasetVisible(index)) return;
        const points = line.points.filter(p => p[2] !== null);
        if (chart.dots) {
          ctx.strokeStyle = line.colour;
          for (const p of points) {
            ctx.beginPath();
            ctx.moveTo(x.getPixelForValue(Math.max(p[2], x.min)), y.getPixelForValue(p[1]));
            ctx.lineTo(x.getPixelForValue(p[3]), y.getPixelForValue(p[1]));
            ctx.stroke();
          }
        } else if (points.length > 1) {
          ctx.beginPath();
          for (const p of points) ctx.lineTo(x.getPixelForValue(p[0]), y.getPixelForValue(p[3]));
          for (const p of [...points].reverse())
            ctx.lineTo(x.getPixelForValue(p[0]), y.getPixelForValue(Math.max(p[2], y.min)));
          ctx.fillStyle = line.colour + "29";
          ctx.fill();
        }
      });
      if (chart.mark !== null) {
        ctx.strokeStyle = "#222";
        ctx.setLineDash([6, 4]);
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(chart.mark), area.top);
        ctx.lineTo(x.getPixelForValue(chart.mark), area.bottom);
        ctx.stroke();
      }
      ctx.restore();
    },
  });

  // Cut in the middle: names of lines differ at their ends.
  const brief = name => name.length > 32 ? name.slice(0, 15) + ".." + name.slice(-15) : name;

  const scale = axis => ({
    type: axis.log ? "logarithmic" : "linear",
    min: Math.min(axis.low, axis.high),
    max: Math.max(axis.low, axis.high),
    reverse: axis.low > axis.high,
    title: {display: axis.title !== "", text: axis.title, color: "#222"},
    grid: {color: "#e3e3e3"},
    afterBuildTicks: built => { built.ticks = axis.ticks.map(tick => ({value: tick[0]})); },
    ticks: {
      color: "#222",
      autoSkip: false,
      maxRotation: 0,
      callback: value => {
        const tick = axis.ticks.find(each => Math.abs(each[0] - value) <= 1e-9 * Math.abs(value));
        return tick === undefined ? "" : brief(tick[1]);
      },
    },
  });

  const pointText = (chart, line, p) => {
    const value = chart.dots ? p[0] : p[1];
    const shown = chart.up ? String(Math.ceil(value * 1e4) / 1e4) : short(value);  // a promise is rounded up
    const row = chart.dots ? chart.y.ticks[Math.round(p[1])][1] + ", " : "";
    const band = p[2] === null ? "" : ` [${short(p[2])}, ${short(p[3])}]`;
    const failed = p[5] > 0 ? `, ${p[5]} failed` : "";
    return `${row}${line.name}: ${shown}${band}` + (line.dashed ? "" : `, ${p[4]} runs${failed}`);
  };

  const draw = (chart, figure) => {
    const holder = figure.querySelector(".live");
    const canvas = document.createElement("canvas");
    const ends = chart.lines.map(line => line.points[line.points.length - 1][1]);
    figure.classList.add("drawn");
    // High enough for all rows or for one column of names: a second one leaves the lines no room.
    holder.style.height = Math.max(400, chart.dots ? 150 + chart.y.ticks.length * Math.max(26, 12 * chart.lines.length) : 40 + 23 * chart.lines.length) + "px";
    holder.append(canvas);
    return new Chart(canvas, {
      type: "scatter",
      data: {datasets: chart.lines.map(line => ({
        label: brief(line.name),
        data: line.points.map(p => ({x: p[0], y: p[1]})),
        showLine: !chart.dots,
        borderColor: line.colour,
        backgroundColor: line.colour,
        borderWidth: 2,
        borderDash: line.dashed ? [6, 4] : [],
        pointStyle: line.dashed ? "line" : pointStyles[line.shape],
        rotation: line.shape === 4 ? 180 : 0,
        pointRadius: line.dashed ? 0 : 4.5,
        pointHitRadius: 8,
      }))},
      options: {
        animation: false,
        maintainAspectRatio: false,
        layout: {padding: {right: 8}},
        scales: {x: scale(chart.x), y: scale(chart.y)},
        plugins: {
          legend: {
            position: chart.dots ? "top" : "right",
            maxWidth: 300,  // else a quarter of the picture, which cuts names off
            // Lines in the order in which they end, so that names stand about where their lines do.
            labels: {usePointStyle: true, boxWidth: 10, boxHeight: 6, color: "#222", sort: chart.dots ? undefined : (a, b) => ends[b.datasetIndex] - ends[a.datasetIndex]},
          },
          tooltip: {callbacks: {label: item =>
            pointText(chart, chart.lines[item.datasetIndex], chart.lines[item.datasetIndex].points[item.dataIndex])}},
        },
      },
      plugins: [intervals(chart)],
    });
  };

  const drawCharts = () => {
    if (typeof Chart === "undefined") return;
    let drawn = 0;
    for (const chart of json("chart-data")) {
      draw(chart, document.getElementById(chart.id));
      ++drawn;
    }
    document.documentElement.dataset.charts = drawn;
  };

  // ---- Small tables: sort the rows that are there --------------------------------------------------
  const sortKey = cell => {
    const number = Number(cell.dataset.v ?? cell.textContent);
    return Number.isNaN(number) || cell.textContent === "" ? cell.textContent : number;
  };
  const compare = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  const onActivate = (element, action) => {
    element.addEventListener("click", action);
    element.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    });
  };

  const sortableHeaders = (headers, sort) => {
    headers.forEach((header, column) => {
      header.setAttribute("aria-sort", "none");
      header.tabIndex = 0;
      onActivate(header, () => {
        const falling = header.getAttribute("aria-sort") === "ascending";
        for (const other of headers) other.setAttribute("aria-sort", "none");
        header.setAttribute("aria-sort", falling ? "descending" : "ascending");
        sort(column, falling ? -1 : 1);
      });
    });
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    if (table.tHead === null) continue;
    const body = table.tBodies[0];
    sortableHeaders([...table.tHead.rows[0].cells], (column, sign) => {
      const rows = [...body.rows].map(row => [sortKey(row.cells[column]), row]);
      rows.sort((a, b) => sign * compare(a[0], b[0]));
      body.append(...rows.map(row => row[1]));
    });
  }

  // ---- All experiments: rows are made from the data as they are wanted ------------------------------
  const experiments = () => {
    const data = json("experiment-data"), table = document.getElementById("all");
    const body = table.tBodies[0], filters = document.getElementById("filters"), step = 200;
    const unpacked = ({code, width}) => Array.from({length: code.length / width}, (_, i) => {
      let value = 0;
      for (let k = width - 1; k >= 0; --k) value = value * data.alphabet.length + data.alphabet.indexOf(code[i * width + k]);
      return value - 1;
    });
    const coded = column => {
      const codes = unpacked(column);
      return {
        name: column.name,
        numeric: column.number,
        of: i => codes[i] < 0 ? null : column.values[codes[i]],
        options: column.values,
      };
    };
    const count = data.runs.length, first = [0];
    for (const runs of data.runs) first.push(first[first.length - 1] + runs);
    const keysOf = i => data.keys.slice(12 * first[i], 12 * first[i + 1]);
    const statusOf = i => data.status.slice(first[i], first[i + 1]);
    const counting = letters => ({numeric: true, of: i => [...statusOf(i)].filter(letter => letters.includes(letter)).length});
    const fields = data.columns.map(coded);
    const values = data.values.map(value =>
      ({numeric: true, of: i => value.mean[i], half: i => value.half === undefined ? null : value.half[i]}));
    // As the page's header has them.
    const columns = [...fields, ...values, counting("o"), counting("dft"), ...data.epsilons.map(column => ({...coded(column), exact: true}))];
    let order = [...Array(count).keys()], shown = step;

    const statusNames = {o: "ok", d: "diverged", s: "skipped", i: "infeasible", f: "failed", t: "timeout"};
    const detailsOf = i => {
      const row = document.createElement("tr"), cell = document.createElement("td"), pre = document.createElement("pre");
      row.className = "more";
      cell.colSpan = columns.length + 1;
      pre.textContent = [...statusOf(i)].map((status, k) =>
        `repetition ${String(data.repetition === 0 ? k : data.repetition[first[i] + k]).padEnd(4)} ` +
        `${statusNames[status].padEnd(10)} dpsco replay ${keysOf(i).slice(12 * k, 12 * k + 12)}`).join("\n");
      cell.append(pre);
      row.append(cell);
      return row;
    };
    const rowOf = i => {
      const row = document.createElement("tr");
      for (const column of columns) {
        const cell = document.createElement("td"), value = column.of(i), half = column.half?.(i) ?? null;
        cell.textContent = value === null ? "-" : (column.exact ? String(value) : short(value)) + (half === null ? "" : ` \u00b1 ${digits(half, 2)}`);
        if (column.numeric) cell.className = "n";
        row.append(cell);
      }
      const key = document.createElement("td"), code = document.createElement("code");
      code.textContent = keysOf(i).slice(0, 12);
      key.append(code);
      row.append(key);
      row.tabIndex = 0;
      row.title = "Show how to run its repetitions again";
      onActivate(row, () => {
        if (row.nextSibling?.className === "more") row.nextSibling.remove();
        else row.after(detailsOf(i));
      });
      return row;
    };

    const text = document.createElement("input");
    text.type = "search";
    text.placeholder = "label, parameter, key";
    const labelled = (name, control) => {
      const label = document.createElement("label");
      label.append(name, control);
      filters.append(label);
      return control;
    };
    labelled("contains", text);
    const choices = fields.filter(field => field.options.length <= 40).map(field => {
      const select = document.createElement("select");
      select.append(new Option("all", ""), ...field.options.map((value, k) => new Option(short(value), k)));
      labelled(field.name, select);
      return {field, select};
    });
    const tally = document.createElement("span"), more = document.createElement("button");
    filters.append(tally);
    more.textContent = "show more";
    more.addEventListener("click", () => { shown += step; render(); });
    table.parentElement.after(more);

    const render = () => {
      const words = text.value.toLowerCase();
      const wanted = choices.filter(choice => choice.select.value !== "");
      const kept = order.filter(i =>
        wanted.every(({field, select}) => field.of(i) === field.options[Number(select.value)]) &&
        (words === "" || keysOf(i).includes(words) || fields.some(field => String(field.of(i) ?? "").toLowerCase().includes(words))));
      body.replaceChildren(...kept.slice(0, shown).map(rowOf));
      tally.textContent = `${kept.length} of ${count} experiments`;
      more.hidden = kept.length <= shown;
    };
    for (const control of [text, ...choices.map(choice => choice.select)])
      control.addEventListener("input", () => { shown = step; render(); });
    sortableHeaders([...table.tHead.rows[0].cells], (column, sign) => {
      const by = column < columns.length ? columns[column].of : i => keysOf(i);
      order.sort((a, b) => {
        const left = by(a), right = by(b);
        return left === null || right === null ? (left === null) - (right === null) : sign * compare(left, right);
      });
      render();
    });
    filters.classList.add("on");
    render();
    document.documentElement.dataset.experiments = count;
  };

  drawCharts();
  experiments();
})();
