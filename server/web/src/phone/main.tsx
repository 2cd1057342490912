import { render } from "preact";
import "../look/base.css";
import { startLook } from "../look/theme";
import { Board } from "../board/board";
import { WordMark } from "../board/drawing";
import { parseFen, START_FEN } from "../board/placement";

startLook();
render(<main><WordMark /><Board placement={parseFen(START_FEN).placement} label="棋盘" /></main>, document.getElementById("app")!);
