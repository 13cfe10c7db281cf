// The host of a screen in Panel: scene, frame and ground are properties of a model.

export function render({view, model}) {
  const root = document.createElement("div")
  root.className = "surface"
  const {parking, fill: fillFigures} = housing(view, model, root)
  const ctx = makeScreen(root, {
    flags: flagsOf(model),
    outlines: model.outlines,
    send: (message) => link.send(message),
    chrome: (ctx) => !ctx.scene.bare && header(ctx),
    fill: fillFigures,
    save: (name) => savePicture(root, name),
    changed: sound,
  })
  const link = sender(model, ctx)
  ctx.theme = (theme) => {
    document.documentElement.dataset.theme = theme
    keepChoice("theme", theme)
    if (/[?&]theme=/.test(location.search)) inAddress({theme})
    ctx.send({do: "theme", dark: theme === "dark"})
    ctx.redraw()
  }
  hangCurtain(ctx)

  let frame = JSON.parse(model.frame)
  const readScene = () => {
    ctx.update({...frame, ...JSON.parse(model.scene)})
    inAddress(ctx.scene.here || {})
  }
  ctx.ground = JSON.parse(model.ground)
  model.on("scene", readScene)
  model.on("frame", () => {
    frame = JSON.parse(model.frame)
    readScene()
  })
  model.on("ground", () => {
    ctx.ground = JSON.parse(model.ground)
    ctx.redraw()
  })
  model.on("msg:custom", (message) => {
    if (message.toast) ctx.toast(message.toast)
    if (message.show) {
      ctx.set(message.show)
      if (message.show.problem && ctx.popup) ctx.popup.close()
    }
    if (message.go) {
      ctx.leaving = true
      location.assign(message.go)
    }
    if (message.answered) link.answered(message.answered)
    if (message.window && ctx.popup) ctx.popup.location = message.window
    if (message.file) giveFile(message.file, ctx.popup)
    if (message.close) ctx.close()
    if (message.behind) ctx.show(message.behind)
  })
  readScene()
  watchServer(view, model, ctx)
  ctx.set(keptUi(ctx))
  root.dataset.ready = "true"
  const {dark} = ctx.scene
  if (dark !== undefined && ctx.dark() !== dark) ctx.send({do: "theme", dark: ctx.dark()}) // the figures follow
  const both = document.createElement("div")
  both.append(root, parking)
  return both
}
